import { useRoute } from '@hengjuan/client/react'
import { allocationGet, type ReplyOf } from '@hengjuan/contracts'
import { ConfirmDialog } from '@hengjuan/ui'

/** What is asked about before it is done; opening again is not. */
export type AskedStatus = 'pause' | 'recall' | 'close'

interface InHand {
  markers: number
  holders: number
  papers: number
}

/** What each of them says. `null` stands for numbers that could not be read. */
const ACTS: Record<
  AskedStatus,
  {
    title: string
    effect: (hand: InHand | null) => string
    confirm: (papers: number) => string
    refusal: (hand: InHand) => string | null
    after: string
  }
> = {
  pause: {
    title: '暂停',
    effect: (hand) =>
      hand === null
        ? '阅卷教师将不再领到新卷（人数没有读到）。'
        : `${hand.markers} 名教师将不再领到新卷${hand.papers > 0 ? `；其中 ${hand.holders} 名手中的 ${hand.papers} 份仍可提交` : ''}。`,
    confirm: () => '暂停阅卷',
    refusal: () => null,
    after: '手中的试卷仍可提交，已提交的评阅不受影响；恢复后继续。',
  },
  recall: {
    title: '收回未提交的试卷：',
    effect: (hand) =>
      hand === null
        ? '将收回所有未提交的试卷（份数没有读到）。'
        : hand.papers === 0
          ? '没有教师手中持有试卷。'
          : `将收回 ${hand.holders} 名教师手中的 ${hand.papers} 份试卷。`,
    confirm: (papers) => (papers === 0 ? '收回' : `收回 ${papers} 份`),
    refusal: ({ papers }) => (papers === 0 ? '没有教师手中持有试卷，没有可收回的' : null),
    after: '收回的试卷回到任务池，由其他教师或稍后再评；已提交的评阅不受影响，题块的阅卷状态不变。',
  },
  close: {
    title: '结束阅卷：',
    effect: (hand) =>
      hand === null
        ? '将收回所有未提交的试卷（份数没有读到），教师不能再提交和回评。'
        : hand.papers === 0
          ? '没有教师手中持有试卷；教师不能再提交和回评。'
          : `将收回 ${hand.holders} 名教师手中的 ${hand.papers} 份试卷，教师不能再提交和回评。`,
    confirm: (papers) => (papers === 0 ? '结束阅卷' : `收回 ${papers} 份并结束`),
    refusal: () => null,
    after: '已提交的评阅全部保留；需要时可以重新开启。',
  },
}

/** Pauses or ends the marking of a block, or takes papers back; says beforehand how many and out of whose hands. */
export function StatusDialog(props: {
  block: { block_id: number; block_name: string }
  action: AskedStatus
  isPending: boolean
  error: Error | null
  onConfirm: () => void
  onClose: () => void
}) {
  const { block_id, block_name } = props.block
  const { data, error } = useRoute(
    allocationGet,
    { query: { block_id } },
    { staleTime: 0, gcTime: 0 },
  )
  const act = ACTS[props.action]
  const hand = data ? inHand(data) : null
  const isCounting = hand === null && !error
  return (
    <ConfirmDialog
      isOpen
      title={`${act.title}「${block_name}」`}
      effect={isCounting ? '正在统计教师手中的试卷…' : act.effect(hand)}
      confirmText={act.confirm(hand?.papers ?? 0)}
      isDestructive={props.action === 'close'}
      isPending={props.isPending}
      refusal={isCounting ? '正在统计教师手中的试卷' : hand && act.refusal(hand)}
      error={props.error}
      onClose={props.onClose}
      onConfirm={props.onConfirm}
    >
      {act.after}
    </ConfirmDialog>
  )
}

function inHand({ list }: ReplyOf<typeof allocationGet>): InHand {
  const holders = list.filter(({ claimed }) => claimed > 0)
  return {
    markers: list.filter(({ duty, suspended }) => duty === 'marker' && suspended === 0).length,
    holders: holders.length,
    papers: holders.reduce((sum, { claimed }) => sum + claimed, 0),
  }
}
