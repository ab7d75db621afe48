// Remakes NotoSansSC-subset.ttf. Not part of any build: run it in an empty folder after
//   npm install --ignore-scripts @expo-google-fonts/noto-sans-sc@0.4.3 subset-font@2.9.0
// as `node PATH/make-font.mjs`, and copy the result here. The licence is OFL.txt.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// From the folder where it is run: no package of this repository depends on it.
const subsetFont = createRequire(`${process.cwd()}/`)('subset-font')

const SOURCE = 'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'

const characters = new Set()
const add = (text) => {
  for (const character of text) characters.add(character)
}
const addRange = (from, to) => {
  for (let code = from; code <= to; code++) characters.add(String.fromCodePoint(code))
}

// GB 2312: 6,763 Chinese characters and the usual punctuation, Greek, Cyrillic and kana.
const gbk = new TextDecoder('gbk')
for (let row = 0xa1; row <= 0xf7; row++)
  for (let cell = 0xa1; cell <= 0xfe; cell++) {
    const character = gbk.decode(Uint8Array.of(row, cell))
    const code = character.codePointAt(0)
    if (character.length === 1 && code !== 0xfffd && !(code >= 0xe000 && code <= 0xf8ff))
      add(character)
  }
addRange(0x20, 0x7e)
addRange(0xa0, 0xff)
// Marks of answer sheets.
add('①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳√×✓✗□■△▲○●◎☆★※→←↑↓≤≥≠≈±÷∠⊥∥∵∴π°′″‰℃ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ–—…·“”‘’')
// Names reach beyond GB 2312, mostly under a few radicals; those are taken whole.
addRange(0x4eba, 0x513e) // person
addRange(0x571f, 0x58ea) // earth
addRange(0x5973, 0x5b4f) // woman
addRange(0x5c71, 0x5dda) // mountain
addRange(0x65e5, 0x66ef) // sun
addRange(0x6c34, 0x706a) // water
addRange(0x706b, 0x7228) // fire
addRange(0x738b, 0x74e5) // jade
addRange(0x793a, 0x79b7) // altar
addRange(0x8ba0, 0x8c36) // speech, simplified
addRange(0x8f66, 0x8f9a) // cart, simplified
addRange(0x9485, 0x9577) // metal, simplified
addRange(0x9a6c, 0x9aa8) // horse, simplified
// And common names elsewhere.
add(
  '喆堃翀翾翙翯犇赟贇彧甡禤龑龘燊皛皓皞睿叡铉韡韫韬頔颀颢颙飏骐骁骉骕骦弢弨彣忞怡恺惢愔慜慬戬扆揳攸敔敩斐斓斌朏朓朕枥柷栒桄桢桭梓棨棻棽椿楙榑榕樨橦檀欤歆毓毖濬牪牧猷甯畇畯疏皦盝眙瞮矞砚砥硚碶祎禛禧稷穂穜笪筠筱箐篁簃簠粲綦緈纮绡绨绮绲绹缊缦缯罡羑羿翃翎翊翚耔耘耜聿胤胭腈臻舲舻艮芃芄芊芗芮芷芸芾苡苣苳苾茀茈茉茗茛茝茜茵荀荃荇荔荟荠荥荦荧莆莘莙莜菀菁菂菡萁萩萱葳蒗蒨蓁蓂蓉蓓蔚蔻蕖蕤蕙薇薏蘅蘐虓虔蜚螽衎衍袆裎裒裔裟褀覃觐訚誉謇豳赜赪赭踔轩迕迤逄逯逵遐遹邈邕邳邵邸郃郄郅郇郗郜郡郢郦郯郾鄂鄄鄞鄢鄣鄱酆醴鎏鋆鑫锜闫闳闵阇阗阚阡陟隗隽霁霂霄霈霏霖霙霨靓靖靳鞠韶頫顒颋颛飔飖飗馥馧驎髙鬯鯤鲲鴻鸑鷟鸾鹓鹔鹭鹮鹳麒麓麟麴黉黎黟黻鼐鼒齐龄龚龢',
)
const wanted = [...characters].join('')
const font = await subsetFont(readFileSync(SOURCE), wanted, { targetFormat: 'truetype' })
writeFileSync('NotoSansSC-subset.ttf', font)
process.stdout.write(`${characters.size} characters, ${(font.length / 2 ** 20).toFixed(2)} MiB\n`)
