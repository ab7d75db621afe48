import type { allocationGet, ReplyOf } from '@hengjuan/contracts'
import { ALLOC_MODES } from '@hengjuan/domain'

type Allocation = ReplyOf<typeof allocationGet>
type Person = Allocation['list'][number]

const keyOf = ({ duty, marker_id }: Person): string => `${duty} ${marker_id}`
const named = (people: readonly Person[]): string => people.map(({ name }) => name).join('、')

const modeText = ({ alloc_mode, quotas_are_weights }: Allocation): string =>
  alloc_mode === 3
    ? `${ALLOC_MODES[3]}（${quotas_are_weights === 1 ? '按比例' : '按份数'}）`
    : (ALLOC_MODES[alloc_mode as 1] ?? '')

/** What somebody else changed in an allocation since it was read, a sentence for each kind of change. */
export function allocationNews(before: Allocation, now: Allocation): string[] {
  const old = new Map(before.list.map((row) => [keyOf(row), row]))
  const present = new Set(now.list.map(keyOf))
  const stayed = now.list.flatMap((row) => {
    const was = old.get(keyOf(row))
    return was ? [{ row, was }] : []
  })
  const lists: readonly (readonly [string, readonly Person[]])[] = [
    ...(['marker', 'leader'] as const).flatMap((duty) => {
      const who = duty === 'leader' ? '仲裁教师' : '阅卷教师'
      const of = (rows: readonly Person[]) => rows.filter((row) => row.duty === duty)
      return [
        [`新增${who}`, of(now.list.filter((row) => !old.has(keyOf(row))))],
        [`移除${who}`, of(before.list.filter((row) => !present.has(keyOf(row))))],
      ] as const
    }),
    ['停止分配', stayed.flatMap(({ row, was }) => (row.suspended > was.suspended ? [row] : []))],
    ['恢复分配', stayed.flatMap(({ row, was }) => (row.suspended < was.suspended ? [row] : []))],
    [
      '修改任务量',
      stayed.flatMap(({ row, was }) =>
        row.quota !== was.quota ||
        row.weight !== was.weight ||
        row.allow_exceed !== was.allow_exceed
          ? [row]
          : [],
      ),
    ],
  ]
  return [
    ...(modeText(before) === modeText(now) ? [] : [`分配方式改为${modeText(now)}`]),
    ...lists.flatMap(([what, people]) => (people.length > 0 ? [`${what}：${named(people)}`] : [])),
  ]
}
