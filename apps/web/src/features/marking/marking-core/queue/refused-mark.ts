import { formatMilli } from '@hengjuan/domain'
import { type OutboxItem, outboxStore, totalOfItem } from './outbox-store.ts'
import type { Part } from './paper-images.ts'

/** A score that the server did not take, until its marker has read why. */
export interface RefusedMark {
  key: string
  secretCode: string
  /** Why, in Chinese. */
  message: string
  /** What was given, in thousandths; null where nothing was. */
  totalMilli: number | null
  /** Typed for a point and not closed. */
  typed?: string
  blockId: number
  readingId: number
  /** The paper, where this page still knows it; else it is asked for. */
  parts: readonly Part[]
  /** The server keeps it, and this page does not know why it did not count. */
  isKept?: true
}

export const refusedMark = (
  item: OutboxItem & { refusal: string },
  parts: readonly Part[] = [],
): RefusedMark => ({
  key: item.key,
  secretCode: item.secretCode,
  message: item.kind === 'correct' ? `${item.refusal}；原来的给分没有改动` : item.refusal,
  totalMilli: totalOfItem(item),
  blockId: item.body.block_id,
  readingId: item.body.reading_id,
  parts,
})

/** 「（您给了 8 分）」; empty where nothing was given. */
export function givenSoFar({
  totalMilli,
  typed,
}: Pick<RefusedMark, 'totalMilli' | 'typed'>): string {
  const words = [
    ...(totalMilli === null ? [] : [`您给了 ${formatMilli(totalMilli)} 分`]),
    ...(typed === undefined ? [] : [`输入了「${typed}」还没有确认`]),
  ]
  return words.length === 0 ? '' : `（${words.join('，')}）`
}

/** What earlier pages were told and nobody read, the latest first. */
export async function unreadRefusals(userId: number): Promise<RefusedMark[]> {
  const items = await outboxStore.refusedOf(userId)
  return items
    .flatMap(({ refusal, ...item }) =>
      refusal === undefined ? [] : [refusedMark({ ...item, refusal })],
    )
    .toReversed()
}

/** They were read. */
export async function forgetRefusals(marks: readonly RefusedMark[]): Promise<void> {
  for (const { key } of marks) await outboxStore.remove(key)
}

/**
 * The same mark once, as it was told last; the latest first. What the server keeps and what earlier pages were told
 * come one after the other, in any order: of one reading, why it did not count says more.
 */
export function withRefused(
  marks: readonly RefusedMark[],
  more: readonly RefusedMark[],
): RefusedMark[] {
  const all = [...more, ...marks.filter(({ key }) => !more.some((one) => one.key === key))]
  const told = new Set(all.flatMap(({ isKept, readingId }) => (isKept ? [] : [readingId])))
  return all.filter(({ isKept, readingId }) => !isKept || !told.has(readingId))
}
