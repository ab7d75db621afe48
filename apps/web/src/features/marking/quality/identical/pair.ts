import type { identicalPairs, ReplyOf } from '@hengjuan/contracts'
import { EXAM_MANAGER, holdsText } from '@hengjuan/domain'

export type Pair = ReplyOf<typeof identicalPairs>['pairs'][number]
export type PairPaper = Pair['papers'][number]

/** The units of both papers, which name the pair. */
export const unitsOf = ({ papers }: Pair): [number, number] => [
  papers[0]?.unit_id ?? 0,
  papers[1]?.unit_id ?? 0,
]

export const keyOf = (pair: Pair): string => unitsOf(pair).join(' ')

export const codesOf = ({ papers }: Pair): string[] => papers.map(({ secret_code }) => secret_code)

/** Is it a pair of a paper whose code holds what was typed? */
export const hasCode = (pair: Pair, typed: string): boolean =>
  codesOf(pair).some((code) => holdsText(code, typed))

/** The pair to decide after this one: the next in the list, and from the end on the first that was passed over. */
export function waitingAfter(pairs: readonly Pair[], current: Pair): Pair | undefined {
  const at = pairs.indexOf(current)
  return [...pairs.slice(at + 1), ...pairs.slice(0, at)].find(({ verdict }) => verdict === null)
}

/** How a pair can be punished as it stands. */
interface Punishment {
  outcome: 'misconduct' | 'misconduct_one'
  button: string
  title: string
  /** Why not; null where it can. */
  refusal: string | null
  /** What it does, to be confirmed. */
  effect: string
  confirm: string
}

const AFTERWARDS = `后续处理由${EXAM_MANAGER}决定。已有的评阅保留，可以在「裁定记录」中撤销。`

/** Both papers, or where one of them is not marked any more the other alone. */
export function punishmentOf({ papers, verdict }: Pick<Pair, 'papers' | 'verdict'>): Punishment {
  const out = papers.filter(({ is_out }) => is_out === 1)
  const [gone] = out
  const codes = papers.filter(({ is_out }) => is_out === 0).map(({ secret_code }) => secret_code)
  if (!gone || out.length > 1)
    return {
      outcome: 'misconduct',
      button: '两份都按违纪处理…',
      title: '两份都按违纪处理',
      refusal: gone
        ? '两份的考生都缺考或没有答题卡，不能按违纪处理；答题卡补上后再处理'
        : verdict?.outcome === 'misconduct'
          ? '两份已按违纪处理'
          : null,
      effect: `密号 ${codes.join('、')} 的这道题都记 0 分，两名考生登记为违纪，${AFTERWARDS}`,
      confirm: `${papers.length} 份按违纪处理`,
    }
  return {
    outcome: 'misconduct_one',
    button: '在阅的一份按违纪处理…',
    title: '在阅的一份按违纪处理',
    refusal: verdict?.outcome === 'misconduct_one' ? '在阅的一份已按违纪处理' : null,
    effect: `密号 ${codes.join('、')} 的这道题记 0 分，考生登记为违纪，${AFTERWARDS}密号 ${gone.secret_code} 的考生缺考或没有答题卡，不作处理；答题卡补上后可以再按两份处理。`,
    confirm: '1 份按违纪处理',
  }
}

/** What has to be withdrawn first, where a pair was punished; null where it was not. */
export function punishedText({ verdict }: Pick<Pair, 'verdict'>): string | null {
  if (verdict?.outcome === 'misconduct') return '两份已按违纪处理，请先在「裁定记录」中分别撤销'
  return verdict?.outcome === 'misconduct_one'
    ? '在阅的一份已按违纪处理，请先在「裁定记录」中撤销'
    : null
}

/** What of a pair is not as it was when somebody named it; null where all is. */
export function changedText({ changed }: Pick<Pair, 'changed'>): string | null {
  return changed.length === 0
    ? null
    : `提出雷同之后，密号 ${changed.join('、')} 换过图像或退出过阅卷，请按现在显示的作答判断；已不雷同的，请选「不是雷同」。`
}
