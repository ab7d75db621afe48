import type { Bubble, BubbleField, OmrTemplate } from '@hengjuan/domain'
import { invert, project } from '../../kernels/homography.ts'
import { loadTemplate } from '../../template/load-template.ts'
import type { PageProposal } from '../proposal.ts'
import type { Correction, KnownBubble } from './count-corrections.ts'

/**
 * The template after a person has made the counted corrections and nothing else: what was renamed stays where
 * it was proposed, what was added or moved stands where it is printed, what was deleted is gone.
 */
export function applyCorrections(
  proposal: PageProposal,
  known: readonly KnownBubble[],
  corrections: readonly Correction[],
): OmrTemplate {
  const { page, toPx } = proposal
  const toMm = invert(toPx)
  if (!toMm) throw new RangeError('a page that cannot be projected back')
  const offOf = ({ xMm, yMm }: Bubble, { xPx, yPx }: KnownBubble) => {
    const { x, y } = project(toPx, xMm, yMm)
    return Math.hypot(x - xPx, y - yPx)
  }
  const near = (fields: readonly BubbleField[], member: KnownBubble) =>
    fields.find(({ bubbles }) => bubbles.some((bubble) => offOf(bubble, member) < member.reachPx))
  let fields = page.fields
  for (const { what, group } of corrections) {
    // What is cut off is left where it was: it says nothing of what is printed beside it.
    if (what === 'cut') continue
    if (what === 'delete') {
      fields = fields.filter((field) => field.group !== group)
      continue
    }
    const members = known.filter((bubble) => bubble.group === group)
    const hits = members.flatMap((member) => near(fields, member) ?? [])
    const like = hits[0] ?? page.fields[0]!
    const made = fieldsOf(members, like, (member) => {
      const nearest = hits
        .flatMap(({ bubbles }) => bubbles)
        .map((bubble) => ({ bubble, off: offOf(bubble, member) }))
        .sort((a, b) => a.off - b.off)[0]
      if (what === 'rename' && nearest && nearest.off < member.reachPx)
        return { x: nearest.bubble.xMm, y: nearest.bubble.yMm }
      return project(toMm, member.xPx, member.yPx)
    })
    const old = new Set(hits)
    fields = [...fields.filter((field) => !old.has(field)), ...made]
  }
  return loadTemplate({
    format: 'hengjuan-omr-template',
    version: 1,
    id: 'corrected',
    name: 'corrected',
    pages: [{ ...page, fields, regions: [] }],
  })
}

/** Fields of a printed group, as the published template names them. */
function fieldsOf(
  members: readonly KnownBubble[],
  like: BubbleField,
  place: (member: KnownBubble) => { x: number; y: number },
): BubbleField[] {
  const { widthMm, heightMm } = like.bubbles[0]!
  return [...Map.groupBy(members, ({ field }) => field)].map(([id, own]) => ({
    ...like,
    kind: 'choice',
    id: `choice:${id}`,
    group: own[0]!.group,
    bubbles: own.map((member): Bubble => {
      const { x, y } = place(member)
      const { value } = member
      return { value, label: value, column: 0, xMm: x, yMm: y, widthMm, heightMm }
    }),
  }))
}
