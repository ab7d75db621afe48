// Studies behind the crops: `node research/crop-study.ts formats [areas] [folder for pictures]`,
// `node research/crop-study.ts blank [sheets]` and `node research/crop-study.ts codes [sheets]`. What they showed:
// docs/decisions/0019-crop-format.md, docs/blank-blocks.md and packages/omr/src/codec/jpeg-huffman.ts.
import { studyBlankBlocks } from './crop-study/blank-blocks.ts'
import { studyCropFormats } from './crop-study/crop-formats.ts'
import { studyCodes } from './crop-study/jpeg-codes.ts'

const [study = '', count, folder] = process.argv.slice(2)
if (study === 'formats') await studyCropFormats(Number(count ?? 1), folder)
else if (study === 'blank') await studyBlankBlocks(Number(count ?? 4))
else if (study === 'codes') await studyCodes(Number(count ?? 1))
else {
  console.error('用法：node research/crop-study.ts <formats|blank|codes> [数量] [图片文件夹]')
  process.exitCode = 2
}
