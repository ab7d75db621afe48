// Studies behind the crops: `node scripts/crop-study.ts formats [areas] [folder for pictures]` and
// `node scripts/crop-study.ts blank [sheets]`. What they showed: docs/decisions/0019-crop-format.md and
// docs/blank-blocks.md.
import { studyBlankBlocks } from './crop-study/blank-blocks.ts'
import { studyCropFormats } from './crop-study/crop-formats.ts'

const [study = '', count, folder] = process.argv.slice(2)
if (study === 'formats') await studyCropFormats(Number(count ?? 1), folder)
else if (study === 'blank') await studyBlankBlocks(Number(count ?? 4))
else {
  console.error('用法：node scripts/crop-study.ts <formats|blank> [数量] [图片文件夹]')
  process.exitCode = 2
}
