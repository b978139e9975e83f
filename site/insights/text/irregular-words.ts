// A line holds all forms of a word.
const GROUPS = `
  be am is are was were been being
  have has had having
  do does did done doing
  arise arises arose arisen arising
  become becomes became becoming
  begin begins began begun beginning
  bite bites bit bitten biting
  blow blows blew blown blowing
  break breaks broke broken breaking
  bring brings brought bringing
  build builds built building
  buy buys bought buying
  catch catches caught catching
  choose chooses chose chosen choosing
  come comes came coming
  cost costs costing
  cut cuts cutting
  deal deals dealt dealing
  draw draws drew drawn drawing
  drive drives drove driven driving
  eat eats ate eaten eating
  fall falls fell fallen falling
  feel feels felt feeling
  fight fights fought fighting
  find finds found finding
  fly flies flew flown flying
  forget forgets forgot forgotten forgetting
  forgive forgives forgave forgiven forgiving
  get gets got gotten getting
  give gives gave given giving
  go goes went gone going
  grow grows grew grown growing
  hang hangs hung hanging
  hear hears heard hearing
  hide hides hid hidden hiding
  hit hits hitting
  hold holds held holding
  hurt hurts hurting
  keep keeps kept keeping
  know knows knew known knowing
  lay lays laid laying
  lead leads led leading
  learn learns learned learnt learning
  leave leaves left leaving
  let lets letting
  lose loses lost losing
  make makes made making
  meet meets met meeting
  mislead misleads misled misleading
  mistake mistakes mistook mistaken mistaking
  overcome overcomes overcame overcoming
  oversee oversees oversaw overseen overseeing
  pay pays paid paying
  put puts putting
  quit quits quitting
  read reads reading
  ride rides rode ridden riding
  ring rings rang rung ringing
  rise rises rose risen rising
  run runs ran running
  say says said saying
  see sees saw seen seeing
  seek seeks sought seeking
  sell sells sold selling
  send sends sent sending
  set sets setting
  shake shakes shook shaken shaking
  show shows showed shown showing
  shut shuts shutting
  sit sits sat sitting
  sleep sleeps slept sleeping
  speak speaks spoke spoken speaking
  spend spends spent spending
  stand stands stood standing
  steal steals stole stolen stealing
  stick sticks stuck sticking
  take takes took taken taking
  teach teaches taught teaching
  tell tells told telling
  think thinks thought thinking
  throw throws threw thrown throwing
  understand understands understood understanding
  wear wears wore worn wearing
  win wins won winning
  withdraw withdraws withdrew withdrawn withdrawing
  withhold withholds withheld withholding
  write writes wrote written writing

  child children
  foot feet
  half halves
  life lives
  man men
  person persons people
  tooth teeth
  wife wives
  woman women

  attorney attorneys
  fee fees

  fast
  good
  kind
  mean
  new
  patient
  right
`;

/**
 * All forms of each word that the rules would not find, or of which they would make another word:
 * a fee does not feed, and news is not what is new.
 */
export const IRREGULAR_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  GROUPS.split('\n').flatMap((line) => {
    const forms = line.match(/\S+/g) ?? [];
    return forms.map((form) => [form, forms] as const);
  }),
);
