/** Folded words that no topic is named by: of grammar, of number, and the emptiest of verbs. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those another other others same such own
  i me my mine myself we us our ours ourselves you your yours yourself yourselves
  he him his himself she her hers herself it its itself they them their theirs themselves
  one ones someone somebody something anyone anybody anything everyone everybody everything
  nobody nothing none who whom whose which what whatever where when whenever why how
  about above across after against ago along among around as at away back before behind below
  beneath beside besides between beyond by despite down during except for from in inside into near
  of off on onto out outside over past per since through throughout till to toward towards under
  until up upon via with within without
  and but or nor if because although though while whereas unless than then either neither both
  am is are was were be been being have has had having do does did doing done
  will would shall should can cannot could may might must ought
  not no never yes ok okay please
  very too so quite rather really truly actually just only even ever always often sometimes usually
  also still again already yet almost maybe perhaps else instead however therefore anyway
  more most much many few fewer less least lot lots bit all any each every some several enough
  there here now today soon later once twice far well etc
  zero two three four five six seven eight nine ten hundred thousand million first second third
  get gets got getting gotten go goes going went gone come comes came coming
  make makes made making let lets put take takes took taken taking give gives gave given giving
  say says said saying tell tells told telling know knows knew known knowing
  think thinks thought thinking want wants wanted see sees saw seen seem seems seemed
  feel feels felt use used using try tried like thing things way ways kind sort
  didnt dont doesnt wasnt werent isnt arent couldnt wouldnt shouldnt cant wont havent hasnt hadnt
  im ive id ill youre theyre thats whats
  mr mrs ms miss dr sir madam`.match(/\S+/g),
);
