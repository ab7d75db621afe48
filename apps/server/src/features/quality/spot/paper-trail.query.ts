import type { Db } from '@hengjuan/db'
import { formatMilli, type MarkEvent } from '@hengjuan/domain'
import { timeText } from '../../../wall-clock.ts'

/** What people do to a paper beside reading it, as a sentence says it; checks stand in a table of their own. */
const DECISIONS: Partial<Record<MarkEvent['type'], string>> = {
  images_ready: '更换图像或选做题号',
  image_withdrawn: '撤下图像（缺考、换答题卡或退回切图）',
  revise: '回评改分',
  take_back: '收回重评',
  remark: '重评',
  raise_problem: '转为问题卷',
  resolve_problem: '作为问题卷处理',
  arbitrate: '仲裁定分',
  inspect: '复核改分',
  benchmark: '定为标准卷',
  benchmark_withdrawn: '撤回标准卷',
  reset: '清空评阅',
  restore: '恢复评阅',
  reject_withdrawn: '撤销打回',
  reopen: '撤销裁定',
  escalate: '转题组长仲裁',
  allow_arbitrator: '指定仲裁教师',
  read_again: '送第二人评阅',
  read_again_withdrawn: '撤回第二人评阅',
}

/** Something that was decided about a paper. */
export interface TrailStep {
  at: string
  /** Null for the machine. */
  byId: number | null
  byName: string | null
  /** 「抽查改分为 9 分」. */
  did: string
  /** The check that it was; null for everything else. */
  check: {
    readingId: number
    isRejected: boolean
    isMarked: boolean
    rejectMilli: number | null
    comment: string
  } | null
}

/**
 * What people checked and decided about a paper, the first first. Only added to: how many there are is a version
 * of the paper as a checker sees it. Taking a paper and handing it in is not among it: of a paper that is read
 * twice, the second reading would send its checker back for nothing.
 */
export async function selectPaperTrail(db: Db, unitId: number): Promise<TrailStep[]> {
  const checks = await db
    .selectFrom('spot_check')
    .innerJoin('user', 'user.id', 'spot_check.checker_id')
    .where('spot_check.unit_id', '=', unitId)
    .select(['spot_check.reading_id', 'is_rejected', 'is_marked', 'reject_milli', 'comment'])
    .select(['checked_at', 'checker_id', 'user.name'])
    .orderBy('spot_check.id')
    .execute()
  const events = await db
    .selectFrom('mark_event')
    .leftJoin('user', 'user.id', 'mark_event.actor_id')
    .where('mark_event.unit_id', '=', unitId)
    .where('mark_event.type', 'in', Object.keys(DECISIONS))
    .select(['mark_event.type', 'mark_event.at', 'mark_event.actor_id', 'user.name'])
    .orderBy('mark_event.seq')
    .execute()
  const steps: TrailStep[] = [
    ...events.map(({ type, at, actor_id, name }) => ({
      at,
      byId: actor_id,
      byName: name,
      did: DECISIONS[type as MarkEvent['type']] ?? type,
      check: null,
    })),
    ...checks.map((row) => ({
      at: row.checked_at,
      byId: row.checker_id,
      byName: row.name,
      did: checkText(row),
      check: {
        readingId: row.reading_id,
        isRejected: row.is_rejected === 1,
        isMarked: row.is_marked === 1,
        rejectMilli: row.reject_milli,
        comment: row.comment,
      },
    })),
  ]
  // Within a moment, what stood first goes first.
  return steps.toSorted((a, b) => a.at.localeCompare(b.at))
}

function checkText(check: {
  is_rejected: number
  is_marked: number
  reject_milli: number | null
}): string {
  if (check.is_marked === 0) return check.is_rejected === 1 ? '打回重评' : '抽查为合格'
  const score = formatMilli(check.reject_milli ?? 0)
  return check.is_rejected === 1 ? `打回并改为 ${score} 分` : `抽查改分为 ${score} 分`
}

/** 「吴敬之 11月21日 10:30 抽查改分为 9 分」; 「您」 for who is told. */
export const stepText = ({ at, byId, byName, did }: TrailStep, toId: number): string =>
  `${byId === toId ? '您' : (byName ?? '系统')} ${timeText(at)} ${did}`
