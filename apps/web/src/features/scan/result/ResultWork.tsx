import { Button } from '@blueprintjs/core'
import { updateResult } from '@hengjuan/contracts'
import { formatMilli, PAPER_STATES } from '@hengjuan/domain'
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
import { EmptyState, toast } from '@hengjuan/ui'
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
import { type DraftValue, ResultRows } from './ResultRows.tsx'
import { SaveResult } from './SaveResult.tsx'
import css from './result.module.css'

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
    const value = current && valueAfter(key, current, drafts.get(placeKey(current)))
    if (value) put(current, value)
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
          <SaveResult
            reason={reason}
            onReason={setReason}
            reasonField={reasonField}
            count={changed.size}
            decisions={decisions}
            onSave={() => void save()}
          />
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

/** What a key makes of a row, as it is read or already changed; null where it means nothing there. */
function valueAfter(key: string, place: Place, draft: DraftValue | undefined): DraftValue | null {
  if (isAnswer(place)) {
    const now = draft && 'answer' in draft ? draft.answer : answerNow(place)
    const option = optionOfKey(place.choice, key)
    if (option !== undefined) return { answer: toggleOption(place.choice, now, option) }
    if (key === '0') return { answer: { values: [], resolved_as: 'blank' } }
    return key === 'm' && !place.choice.multiple
      ? { answer: { values: [], resolved_as: 'multi_invalid' } }
      : null
  }
  const now = draft && 'score' in draft ? draft.score : NO_DRAFT
  if (key === 'Backspace') return { score: eraseKey(place.score, now) }
  return /^[0-9.;]$/.test(key)
    ? { score: typeKey(place.score, now, key, draft === undefined) }
    : null
}

/** The parts of the total. */
function ResultTotals({ result }: { result: Result }) {
  return (
    <section className={css['totals']}>
      <dl>
        <div>
          <dt>客观题</dt>
          <dd>{points(result.objective_milli)}</dd>
        </div>
        <div>
          <dt>主观题</dt>
          <dd>{points(result.subjective_milli)}</dd>
        </div>
        <div>
          <dt>总分</dt>
          <dd data-testid="result-total">{points(result.total_milli)}</dd>
        </div>
      </dl>
      {result.marks_hidden && <small>成绩发布之前只对负责阅卷和成绩的人员显示得分</small>}
    </section>
  )
}

/** The blocks that are marked on screen: these change by marking only. */
const ResultBlocks = ({ result }: { result: Result }) =>
  result.blocks.length === 0 ? null : (
    <section className={css['totals']}>
      <h3>
        主观题块<small>由阅卷产生，请通过阅卷、仲裁或成绩核查修改</small>
      </h3>
      <ul className={css['blocks']} aria-label="主观题块">
        {result.blocks.map((block) => (
          <li key={block.block_id}>
            <span>{block.name}</span>
            <small>{PAPER_STATES[block.state as keyof typeof PAPER_STATES]}</small>
            <b>
              {points(block.final_milli)}
              <small>/{formatMilli(block.full_milli)}</small>
            </b>
          </li>
        ))}
      </ul>
    </section>
  )

const points = (milli: number | null): string => (milli === null ? '—' : formatMilli(milli))
