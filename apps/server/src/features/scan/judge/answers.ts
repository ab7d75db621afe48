import {
  type AbsenceDecision,
  decideAbsence,
  type FieldReading,
  looksBlank,
} from '@hengjuan/domain'
import type { LiveDecision, PagePlan, Raised, SheetFacts } from './facts.ts'
import { decisionOn, type PageRole } from './pages.ts'

const ANSWER_KINDS: readonly FieldReading['kind'][] = ['choice', 'optionalChoice', 'paperVariant']
const ACCEPTED_STATES: readonly FieldReading['state'][] = ['clear', 'blank']

/** What a sheet says about absence, without what people decided. */
export interface AbsenceEvidence {
  /** `none`: no box on the pages read; `unclear`: faint or smudged. */
  box: 'none' | 'empty' | 'filled' | 'unclear'
  hasAnswers: boolean
  inkRatio: number
  answered: number
}

export function absenceEvidence(roles: readonly PageRole[]): AbsenceEvidence {
  const used = roles.filter(({ role }) => role === 'used').map(({ reading }) => reading)
  const boxes = used.flatMap(({ fields }) => fields).filter(({ kind }) => kind === 'absent')
  const choices = used.flatMap(({ fields }) => fields).filter(({ kind }) => kind === 'choice')
  const answered = choices.filter(({ values, state }) => values.length > 0 || state === 'faint')
  const areas = used.flatMap(({ regions }) => regions).filter(({ blockKey }) => blockKey !== null)
  return {
    box: boxState(boxes),
    hasAnswers: answered.length > 0 || areas.some((area) => !looksBlank(area)),
    inkRatio: Math.max(0, ...areas.map(({ inkRatio }) => inkRatio)),
    answered: answered.length,
  }
}

function boxState(boxes: readonly FieldReading[]): AbsenceEvidence['box'] {
  if (boxes.length === 0) return 'none'
  if (boxes.some(isDoubtful)) return 'unclear'
  return boxes.some(({ values }) => values.length > 0) ? 'filled' : 'empty'
}

const isDoubtful = (field: FieldReading): boolean =>
  field.doubtful || !ACCEPTED_STATES.includes(field.state)

/** Is nothing at all written, and the box for absence left empty? An unused sheet of somebody who stayed away is so. */
export const looksUnused = ({ box, hasAnswers }: AbsenceEvidence): boolean =>
  box === 'empty' && !hasAnswers

export const machineAbsence = (evidence: AbsenceEvidence): AbsenceDecision =>
  evidence.box === 'unclear'
    ? 'conflict'
    : decideAbsence({
        scanned: true,
        absentBoxFilled: evidence.box === 'filled',
        hasAnswers: evidence.hasAnswers,
      })

/** Whether a field's answer is taken from the machine without a look. */
export function needsLook(field: FieldReading, plan: PagePlan | undefined): boolean {
  const known = plan?.fields.get(field.id)
  if (isDoubtful(field) || !known) return true
  if (field.values.length > 1 && !known.multiple) return true
  return field.values.some((value) => !known.values.has(value))
}

/** Questions whose answer a person must confirm, one entry each. */
export function judgeChoices(
  sheet: SheetFacts,
  roles: readonly PageRole[],
  plan: readonly PagePlan[],
): Raised[] {
  return usedFields(roles, plan).flatMap(({ field, page, needs }): Raised[] =>
    needs
      ? [
          {
            category: 'choice',
            target: field.id,
            reason: field.reason || choiceReason(field),
            confidence: field.confidence,
            detail: { page_seq: page.seq },
            by: decisionOn(sheet.decisions, 'answer', field.id)?.id ?? null,
          },
        ]
      : [],
  )
}

function usedFields(roles: readonly PageRole[], plan: readonly PagePlan[]) {
  return roles
    .filter(({ role }) => role === 'used')
    .flatMap((page) => {
      const planned = plan.find(({ page: no }) => no === page.reading.page)
      return page.reading.fields
        .filter(({ kind }) => ANSWER_KINDS.includes(kind))
        .map((field) => ({ field, page, needs: needsLook(field, planned) }))
    })
}

const choiceReason = (field: FieldReading): string =>
  field.values.length > 1 ? '只能选一项，却填涂了多项' : '填涂不清，需要确认'

/** A filled misconduct box is never taken from the machine. */
export function judgeMisconduct(sheet: SheetFacts, roles: readonly PageRole[]): Raised[] {
  const filled = roles
    .filter(({ role }) => role === 'used')
    .flatMap((page) => page.reading.fields.map((field) => ({ page, field })))
    .find(
      ({ field }) => field.kind === 'misconduct' && (field.values.length > 0 || isDoubtful(field)),
    )
  if (!filled) return []
  return [
    {
      category: 'to_verify',
      target: 'misconduct',
      reason: '违纪标记有填涂，请核实',
      confidence: filled.field.confidence,
      detail: { page_seq: filled.page.seq },
      by: decisionOn(sheet.decisions, 'verify', 'misconduct')?.id ?? null,
    },
  ]
}

/** Sheets that a person sent to somebody else. */
export function judgeSent(sheet: SheetFacts): Raised[] {
  return sheet.decisions
    .filter(({ kind }) => kind === 'send_verify')
    .map((sent): Raised => {
      const target = `sent:${sent.id}`
      return {
        category: 'to_verify',
        target,
        reason: sent.value.note || '同事送来核实',
        confidence: 0.4,
        detail: { sent_by: sent.actorId },
        by: decisionOn(sheet.decisions, 'verify', target)?.id ?? null,
      }
    })
}

/** An answer in use. Null while a person has to look. */
export interface EffectiveAnswer {
  answer: string[] | null
  source: 'machine' | 'person'
  resolved_as?: 'answer' | 'blank' | 'multi_invalid'
}

/** The answers of one sheet: the machine's, overlaid by what people decided. */
export function effectiveAnswers(
  decisions: readonly LiveDecision[],
  roles: readonly PageRole[],
  plan: readonly PagePlan[],
): Map<string, EffectiveAnswer> {
  const answers = new Map<string, EffectiveAnswer>()
  for (const { field, needs } of usedFields(roles, plan)) {
    const decided = decisionOn(decisions, 'answer', field.id)
    if (decided)
      answers.set(field.id, {
        answer: decided.value.values ?? [],
        source: 'person',
        resolved_as: decided.value.resolved_as ?? 'answer',
      })
    else answers.set(field.id, { answer: needs ? null : field.values, source: 'machine' })
  }
  return answers
}
