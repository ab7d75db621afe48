import { expect, test } from 'vitest'
import { keyRefusal } from './key-refusals.ts'
import type { Paper } from '../../marking-core/paper/paper.ts'

const paper = (parts: number) =>
  ({ task: { images: Array.from({ length: parts }, () => ({})) } }) as unknown as Paper

test.for([
  ['problem', { paper: paper(1), isBack: false, isSmall: false, hasWords: false }, null],
  [
    'problem',
    { paper: paper(1), isBack: true, isSmall: false, hasWords: false },
    '已提交的试卷请用回评修改，或写消息告诉题组长',
  ],
  ['problem', { paper: null, isBack: false, isSmall: false, hasWords: false }, '现在没有试卷'],
  [
    'words',
    { paper: paper(1), isBack: false, isSmall: false, hasWords: false },
    '没有作文格，字数线不能显示',
  ],
  ['words', { paper: paper(1), isBack: false, isSmall: false, hasWords: true }, null],
  [
    'beside',
    { paper: paper(1), isBack: false, isSmall: false, hasWords: false },
    '这份作答只有一幅图像，没有续页可以并排',
  ],
  ['beside', { paper: paper(2), isBack: false, isSmall: false, hasWords: false }, null],
  ['beside', { paper: null, isBack: false, isSmall: false, hasWords: false }, null],
  [
    'beside',
    { paper: paper(2), isBack: false, isSmall: true, hasWords: false },
    '请先回到单份视图，再显示字数线或并排续页',
  ],
  ['contrast', { paper: paper(2), isBack: false, isSmall: true, hasWords: false }, null],
  ['rubric', { paper: null, isBack: true, isSmall: false, hasWords: false }, null],
] as const)('%#: the key of %s says %3$s', ([action, on, reason]) => {
  expect(keyRefusal(action, on)).toBe(reason)
})
