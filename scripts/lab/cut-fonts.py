"""Cuts the fonts of pages and images out of their families, as site/ui/fonts/README.md says."""
import io
import json
import re
from os.path import dirname

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

SERIF = ("Testimony Serif", "node_modules/source-serif/VAR/SourceSerif4Variable-Roman.ttf")
SANS = ("Testimony Sans", "node_modules/source-sans/VF/SourceSans3VF-Upright.ttf")
SITE = f"{dirname(__file__)}/../../site/"

def cut(family, characters, axes, file):
    name, path = family
    instance = io.BytesIO()
    instantiateVariableFont(TTFont(path), axes).save(instance)
    font = TTFont(instance)
    if "fvar" in font:
        font["fvar"].instances = []
    options = Options(hinting=False, layout_features=["kern", "liga", "locl"])
    options.name_IDs = [0, 1, 2, 3, 4, 6, 13, 14]
    options.drop_tables += ["BASE", "DSIG", "STAT", "gasp", "meta"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    # "Source" is reserved to the originals (OFL 1.1, condition 3).
    for id, text in {1: name, 3: name.replace(" ", ""), 4: name, 6: name.replace(" ", "")}.items():
        font["name"].setName(text, id, 3, 1, 0x409)
    font.flavor = "woff2" if file.endswith("woff2") else None
    font.save(f"{SITE}ui/fonts/{file}")
    return font

def measure(font, characters):
    glyphs, units = font.getBestCmap(), font["head"].unitsPerEm
    return [round(1000 * font["hmtx"][glyphs[one]][0] / units) for one in characters]

ranges = re.findall(r"U\+(\w+)(?:-(\w+))?", open(f"{SITE}ui/styles/fonts.css").read().split("}")[0])
pages = {one for a, b in ranges for one in range(int(a, 16), int(b or a, 16) + 1)}
cut(SERIF, pages, {"wght": (400, 700), "opsz": 14}, "testimony-serif.woff2")
cut(SANS, pages, {"wght": (400, 700)}, "testimony-sans.woff2")

# Latin, Greek and Cyrillic letters; an image has no second font for those that are missing.
letters = {*range(0x100, 0x250), *range(0x1E00, 0x1F00), *range(0x370, 0x400), *range(0x400, 0x530)}
known = [set(TTFont(path).getBestCmap()) for _, path in (SERIF, SANS)]
images = sorted((pages | letters | {0x2011, 0x2116, *range(0x20A0, 0x20C0)}) & known[0] & known[1])
serif = cut(SERIF, images, {"wght": 600, "opsz": 32}, "testimony-serif-600.ttf")
sans = cut(SANS, images, {"wght": 400}, "testimony-sans-400.ttf")
starts, ends = ([one for one in images if one + step not in images] for step in (-1, 1))
widths = {"ranges": [*zip(starts, ends)], "serif": measure(serif, images), "sans": measure(sans, images)}
with open(f"{SITE}views/glyph-widths.json", "w") as file:
    file.write(json.dumps(widths, separators=(",", ":")) + "\n")
