import type { DeskAction } from '../../marking-core/keys/desk-actions.ts'
import type { Paper } from '../../marking-core/paper/paper.ts'

/** What is done to one picture is not done where several are shown small. */
export const ONE_PAPER = '请先回到单份视图再缩放、旋转或翻看'
/** Where scores are given by mouse only. */
export const BY_MOUSE = '本题块设为用鼠标给分，请点分数按钮'
const ONE_PAPER_TO_LAY = '请先回到单份视图，再显示字数线或并排续页'

/** Why a paper can not be passed on as a problem; null when it can. */
export function problemRefusal(paper: Paper | null, isBack: boolean): string | null {
  if (isBack) return '已提交的试卷请用回评修改，或写消息告诉题组长'
  return paper ? null : '现在没有试卷'
}

/**
 * Why a key that opens or turns something does nothing here, in Chinese; null where it does what it says. A key that
 * is silent would be pressed again and again.
 */
export function keyRefusal(
  action: DeskAction,
  on: { paper: Paper | null; isBack: boolean; isSmall: boolean; hasWords: boolean },
): string | null {
  if (action === 'problem') return problemRefusal(on.paper, on.isBack)
  const refusal = lookRefusal(action, {
    parts: on.paper?.task.images.length,
    hasWords: on.hasWords,
  })
  const isLaid = action === 'words' || action === 'beside'
  return refusal ?? (isLaid && on.isSmall ? ONE_PAPER_TO_LAY : null)
}

/** The same of keys that only change how the paper is looked at. */
export function lookRefusal(
  action: DeskAction,
  { parts, hasWords }: { parts: number | undefined; hasWords: boolean },
): string | null {
  if (action === 'words' && !hasWords) return '没有作文格，字数线不能显示'
  if (action === 'beside' && parts === 1) return '这份作答只有一幅图像，没有续页可以并排'
  return null
}
