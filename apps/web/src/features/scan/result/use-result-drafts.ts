import { updateResult } from '@hengjuan/contracts'
import {
  eraseKey,
  LETTER_KEYS,
  NO_DRAFT,
  optionOfKey,
  toggleOption,
  typeKey,
  usePageKeys,
} from '@hengjuan/scan-review'
import { toast } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import type { ExamSubject, ServerDecisions } from '../use-decisions.ts'
import { usePresence } from '../use-presence.ts'
import {
  answerNow,
  baseOf,
  type Drafts,
  isAnswer,
  type Place,
  placeKey,
  type Result,
  settle,
} from './draft.ts'
import type { DraftValue } from './ResultRows.tsx'

/** What was read of a candidate, and who may change it. */
export interface ResultProps {
  at: ExamSubject
  candidateId: number
  result: Result
  decisions: ServerDecisions
}

export const without = (drafts: Drafts, keys: ReadonlySet<string>): Drafts =>
  keys.size === 0 ? drafts : new Map([...drafts].filter(([key]) => !keys.has(key)))

/** The machine's reading where the block may get it. */
const legalOf = ({ score }: Result['scores'][number]): number | null =>
  score.read_milli !== null && score.legal_milli.includes(score.read_milli)
    ? score.read_milli
    : null

/** What is changed of a result: the marked row, drafts by key, and one save for all of them. */
export function useResultDrafts(props: ResultProps) {
  const { at, result, decisions } = props
  const places: Place[] = [...result.answers, ...result.scores]
  const [picked, setPicked] = useState<string | null>(null)
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  const [reason, setReason] = useState('')
  const reasonField = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const current = places.find((place) => placeKey(place) === picked) ?? places[0]
  const sheet =
    result.sheets.find(({ sheet_id }) => sheet_id === current?.sheet_id) ?? result.sheets[0]
  const canEdit = !result.is_published
  const { others, take } = usePresence(at, canEdit ? (sheet?.sheet_id ?? null) : null)
  const holder = others.find((one) => one.is_holder && one.sheet_id === sheet?.sheet_id)
  const { changes, changed, outdated } = settle(result, drafts)

  const put = (place: Place, value: DraftValue) => {
    if (!canEdit) return
    setDrafts(new Map(drafts).set(placeKey(place), { base: baseOf(place), ...value }))
  }
  const move = (step: number) => {
    const next = places[(current ? places.indexOf(current) : 0) + step]
    if (!next) return
    setPicked(placeKey(next))
    list.current
      ?.querySelector(`[data-key="${placeKey(next)}"]`)
      ?.scrollIntoView({ block: 'nearest' })
  }
  const press = (key: string) => {
    if (!current || !canEdit) return
    const draft = drafts.get(placeKey(current))
    if (isAnswer(current)) {
      const now = draft && 'answer' in draft ? draft.answer : answerNow(current)
      const option = optionOfKey(current.choice, key)
      if (option !== undefined) put(current, { answer: toggleOption(current.choice, now, option) })
      else if (key === '0') put(current, { answer: { values: [], resolved_as: 'blank' } })
      else if (key === 'm' && !current.choice.multiple)
        put(current, { answer: { values: [], resolved_as: 'multi_invalid' } })
    } else {
      const now = draft && 'score' in draft ? draft.score : NO_DRAFT
      if (key === 'Backspace') put(current, { score: eraseKey(current.score, now) })
      else if (/^[0-9.;]$/.test(key))
        put(current, { score: typeKey(current.score, now, key, draft === undefined) })
    }
  }
  const save = async () => {
    if (changed.size === 0 || decisions.pending) return
    if (reason.trim() === '') {
      toast.warn('请写明原因，操作记录中会保留')
      reasonField.current?.focus()
      return
    }
    const body = { ...at, candidate_id: props.candidateId, version: result.version, reason }
    let made = 0
    const done = await decisions.decide(
      updateResult,
      { body: { ...body, ...changes } },
      `修改 ${changed.size} 处`,
      ({ decision_ids }) => {
        made = decision_ids.length
        return decision_ids
      },
    )
    if (!done) return
    setDrafts(new Map())
    setReason('')
    if (made === 0) toast.note('这些内容已是当前结果，没有改动')
    else toast.done(`已修改 ${made} 处，可用 Ctrl+Z 撤销`)
  }
  /** Enter accepts the marked row: as it stands, it is confirmed where a person has to. */
  const accept = () => {
    if (current && canEdit && current.is_open && !drafts.has(placeKey(current))) {
      if (isAnswer(current)) put(current, { answer: answerNow(current) })
      else if (current.score.read_milli !== null)
        put(current, {
          score: { text: String(current.score.read_milli / 1000), milli: legalOf(current) },
        })
    }
    if (current && places.indexOf(current) === places.length - 1) reasonField.current?.focus()
    else move(1)
  }
  const keys = [...LETTER_KEYS, 'm', '.', ';', 'Backspace', ...'0123456789']
  usePageKeys({
    ...Object.fromEntries(keys.map((key) => [key, () => press(key)])),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: accept,
    'Ctrl+Enter': () => void save(),
    'Ctrl+s': () => void save(),
    'Ctrl+z': () => void (result.is_published || decisions.undoLast()),
  })
  return {
    places,
    picked,
    setPicked,
    drafts,
    setDrafts,
    reason,
    setReason,
    reasonField,
    list,
    current,
    sheet,
    canEdit,
    holder,
    take,
    changed,
    outdated,
    put,
    save,
  }
}
