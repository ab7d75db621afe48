import { Button, InputGroup } from '@blueprintjs/core'
import { updateResult } from '@hengjuan/contracts'
import {
  eraseKey,
  LETTER_KEYS,
  NO_DRAFT,
  optionOfKey,
  SheetFacts,
  SheetViewer,
  toggleOption,
  typeKey,
  usePageKeys,
} from '@hengjuan/scan-review'
import { EmptyState, KeyHint, ReasonButton, toast } from '@hengjuan/ui'
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
import css from './result.module.css'
import { type DraftValue, ResultRows } from './ResultRows.tsx'
import { ResultBlocks, ResultTotals } from './ResultTotals.tsx'

/** The sheet beside what was read from it: letters and digits change the marked row, one save takes all. */
export function ResultWork(props: {
  at: ExamSubject
  candidateId: number
  result: Result
  decisions: ServerDecisions
}) {
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

  if (!sheet) return <EmptyState title="没有答题卡" />
  const regions = places
    .filter(({ sheet_id }) => sheet_id === sheet.sheet_id)
    .toSorted((a, b) => Number(b === current) - Number(a === current))
    .flatMap((place) =>
      place.quad === null
        ? []
        : [
            {
              page_seq: place.page_seq,
              label: '',
              quad: place.quad,
              tone: place === current && picked !== null ? ('error' as const) : ('info' as const),
            },
          ],
    )
  return (
    <div className={css['body']}>
      <div className={css['paper']}>
        <SheetViewer
          key={`${sheet.sheet_id} ${picked === null ? '' : current?.page_seq}`}
          sheet={sheet}
          regions={regions}
        />
      </div>
      <div className={css['side']}>
        {result.is_published && (
          <p className={css['note']}>成绩已发布，这里只能查看；如需修改，请先撤回发布。</p>
        )}
        {holder && (
          <p className={css['note']}>
            {holder.name} 正在处理这张答题卡，您的修改暂时不能保存。
            <Button size="small" variant="minimal" onClick={() => take(sheet.sheet_id)}>
              接手
            </Button>
          </p>
        )}
        {outdated.size > 0 && (
          <p className={css['note']}>
            {outdated.size} 处在您修改期间被他人改动，没有保存，请对照图像重新确认。
            <Button
              size="small"
              variant="minimal"
              onClick={() => setDrafts(without(drafts, outdated))}
            >
              知道了
            </Button>
          </p>
        )}
        <div className={css['scroll']} ref={list}>
          <ResultTotals result={result} />
          {places.length === 0 ? (
            <EmptyState title="没有可修改的作答">这张答题卡还没有定位，或没有客观题。</EmptyState>
          ) : (
            <ResultRows
              places={places}
              drafts={without(drafts, outdated)}
              changed={changed}
              current={current ? placeKey(current) : null}
              canEdit={canEdit}
              onPick={setPicked}
              onDraft={put}
            />
          )}
          <ResultBlocks result={result} />
          {result.sheets.map((one) => (
            <SheetFacts
              key={one.sheet_id}
              sheet={one}
              decisions={decisions}
              hasEvidence={false}
              isFinal={result.is_published}
            />
          ))}
        </div>
        {canEdit && (
          <form
            className={css['save']}
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            <InputGroup
              inputRef={reasonField}
              value={reason}
              maxLength={200}
              onValueChange={setReason}
              // Keys of the page are text here; the one on the button is not.
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
              }}
              placeholder="修改原因，如：机器读错"
              aria-label="修改原因"
            />
            <ReasonButton
              reason={decisions.undoable === null ? '本次打开页面以来没有可以撤销的修改' : null}
              disabled={decisions.pending}
              onClick={() => void decisions.undoLast()}
            >
              撤销 <KeyHint keys="Ctrl+Z" />
            </ReasonButton>
            <ReasonButton
              intent="primary"
              type="submit"
              reason={changed.size === 0 ? '还没有修改' : null}
              loading={decisions.pending}
            >
              保存 {changed.size} 处 <KeyHint keys="Ctrl+Enter" />
            </ReasonButton>
          </form>
        )}
      </div>
    </div>
  )
}

const without = (drafts: Drafts, keys: ReadonlySet<string>): Drafts =>
  keys.size === 0 ? drafts : new Map([...drafts].filter(([key]) => !keys.has(key)))

/** The machine's reading where the block may get it. */
const legalOf = ({ score }: Result['scores'][number]): number | null =>
  score.read_milli !== null && score.legal_milli.includes(score.read_milli)
    ? score.read_milli
    : null
