import type { BubbleField, PageReading } from '@hengjuan/domain'
import { project } from '../../kernels/homography.ts'
import type { PageProposal } from '../proposal.ts'

/** A bubble of the known template, and where it is in the picture. */
export interface KnownBubble {
  /** The printed group that it belongs to. */
  group: string
  field: string
  value: string
  xPx: number
  yPx: number
  /** Bubbles closer than this are the same one. */
  reachPx: number
}

export interface Correction {
  what: 'add' | 'move' | 'rename' | 'cut' | 'delete'
  group: string
  detail: string
}

/**
 * What a person has to do until the proposal says what the known template says, one entry for every step:
 * a group that is added, moved, renamed or deleted, a group that is cut in two because its parts are two
 * printed groups or because more than what is printed belongs to it, an area that is deleted.
 */
export function countCorrections(
  proposal: PageProposal,
  known: readonly KnownBubble[],
): Correction[] {
  const fields = proposal.page.fields
  const bubbles = fields.flatMap((field) =>
    field.bubbles.map((bubble) => ({
      field,
      bubble,
      at: project(proposal.toPx, bubble.xMm, bubble.yMm),
    })),
  )
  const matched = new Map<string, Set<string>>()
  const used = new Set<object>()
  const corrections: Correction[] = []
  for (const [group, members] of Map.groupBy(known, (bubble) => bubble.group)) {
    const pairs = members.map((member) => {
      const near = bubbles
        .map((b) => ({ ...b, off: Math.hypot(b.at.x - member.xPx, b.at.y - member.yPx) }))
        .sort((a, b) => a.off - b.off)[0]
      return { member, hit: near && near.off < member.reachPx ? near : null }
    })
    const hits = pairs.flatMap(({ member, hit }) => (hit ? [{ member, hit }] : []))
    for (const { hit } of hits) {
      const groups = matched.get(hit.field.group) ?? new Set()
      matched.set(hit.field.group, groups.add(group))
      used.add(hit.bubble)
    }
    if (hits.length < members.length) {
      const what = hits.length === 0 ? 'add' : 'move'
      corrections.push({ what, group, detail: `${hits.length} of ${members.length} found` })
      continue
    }
    const wrong = hits.filter(({ member, hit }) => !says(hit.field, hit.bubble, member))
    // A printed group that is proposed in parts is renamed part by part.
    for (const [, [first]] of Map.groupBy(wrong, ({ hit }) => hit.field.group))
      corrections.push({
        what: 'rename',
        group,
        detail: `${first!.member.field}=${first!.member.value} is ${first!.hit.field.id}=${first!.hit.bubble.value}`,
      })
  }
  for (const [group, own] of Map.groupBy(fields, (field) => field.group)) {
    const printed = matched.get(group)
    const ids = own.map(({ id }) => id).join(' ')
    if (!printed) {
      corrections.push({ what: 'delete', group, detail: ids })
      continue
    }
    const cuts = printed.size - 1
    const isSurplus = own.some((field) => field.bubbles.some((bubble) => !used.has(bubble)))
    for (let at = 0; at < cuts + (isSurplus ? 1 : 0); at++)
      corrections.push({ what: 'cut', group, detail: `${[...printed].join()} in ${ids}` })
  }
  for (const { id } of proposal.page.regions)
    corrections.push({ what: 'delete', group: id, detail: 'no answer is written there' })
  return corrections
}

/** Does a proposed bubble mean what the known one means? */
function says(
  field: BubbleField,
  bubble: BubbleField['bubbles'][number],
  known: KnownBubble,
): boolean {
  if (bubble.value !== known.value) return false
  const roll = /^roll(\d+)$/.exec(known.field)
  if (roll) return field.kind === 'examNo' && bubble.column === Number(roll[1]) - 1
  const digit = /^q(\d+)_(\d)$/.exec(known.field)
  if (digit) return field.id === `choice:${digit[1]}-${digit[2]}`
  return field.id === `choice:${known.field.replace(/^q/, '')}`
}

/** The published bubbles of a real sheet where a reading with the known template found them. */
export function knownBubbles(
  reading: PageReading,
  sizeMm: number,
  groupOf: (field: string, value: string) => string,
): KnownBubble[] {
  const pxPerMm = Math.hypot(
    reading.registration!.homography[0]!,
    reading.registration!.homography[3]!,
  )
  return reading.fields.flatMap(({ id, bubbles }) =>
    bubbles.map(({ value, xPx, yPx }) => ({
      group: groupOf(id, value),
      field: id,
      value,
      xPx,
      yPx,
      reachPx: 0.75 * sizeMm * pxPerMm,
    })),
  )
}
