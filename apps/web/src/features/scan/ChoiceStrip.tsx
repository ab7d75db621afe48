import { Button, HTMLSelect } from '@blueprintjs/core'
import { ZoomInIcon } from '@blueprintjs/icons'
import { fixChoice, fixChoiceAll } from '@hengjuan/contracts'
import { useCaller } from '@hengjuan/client/react'
import { EmptyState, KeyHint, toast } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import { type Draft, draftText, guessOf, LETTER_KEYS, optionOfKey, toggle } from './choice-keys.ts'
import { ChoiceOptions } from './ChoiceOptions.tsx'
import type { ExceptionItem } from './exception-types.ts'
import { usePageKeys } from './page-keys.ts'
import css from './scan-errors.module.css'
import type { Decisions, ExamSubject } from './use-decisions.ts'

const ON_SCREEN = 12
const LEVELS = [0.9, 0.8, 0.7, 0.6, 0.5]

/** Twelve doubtful questions at a time: crop, guess, darkness; one key each. */
export function ChoiceStrip(props: {
  at: ExamSubject
  items: readonly ExceptionItem[]
  total: number
  decisions: Decisions
  onOpen: (id: number) => void
}) {
  const items = props.items.filter(({ choice }) => choice !== null).slice(0, ON_SCREEN)
  const [drafts, setDrafts] = useState<Record<number, Draft>>({})
  const [current, setCurrent] = useState<number | null>(null)
  const index = Math.max(
    0,
    items.findIndex(({ exception_id }) => exception_id === current),
  )
  const item = items[index]
  const draftOf = (one: ExceptionItem): Draft =>
    one.exception_id in drafts
      ? (drafts[one.exception_id] ?? null)
      : one.choice
        ? guessOf(one.choice)
        : null
  const setDraft = (one: ExceptionItem, draft: Draft) =>
    setDrafts((all) => ({ ...all, [one.exception_id]: draft }))
  const move = (step: number) =>
    setCurrent(items[Math.max(0, Math.min(items.length - 1, index + step))]?.exception_id ?? null)
  const accept = async (one: ExceptionItem | undefined) => {
    const draft = one && draftOf(one)
    if (!one?.choice || !draft || one.sheet_id === null) return
    const next = items[index + 1] ?? items[index - 1]
    const done = await props.decisions.decide(
      fixChoice,
      { body: { ...props.at, sheet_id: one.sheet_id, target: one.target, ...draft } },
      `第 ${one.choice.question_no} 题 ${draftText(draft)}`,
      ({ decision_id }) => (decision_id === null ? [] : [decision_id]),
    )
    if (done) setCurrent(next?.exception_id ?? null)
  }
  usePageKeys({
    ...Object.fromEntries(
      LETTER_KEYS.map((key) => [
        key,
        () => {
          const option = item?.choice ? optionOfKey(item.choice, key) : undefined
          if (item?.choice && option !== undefined)
            setDraft(item, toggle(item.choice, draftOf(item), option))
        },
      ]),
    ),
    0: () => item && setDraft(item, { values: [], resolved_as: 'blank' }),
    m: () => item && setDraft(item, { values: [], resolved_as: 'multi_invalid' }),
    j: () => move(1),
    k: () => move(-1),
    ArrowRight: () => move(1),
    ArrowLeft: () => move(-1),
    ArrowDown: () => move(3),
    ArrowUp: () => move(-3),
    Enter: () => void accept(item),
  })
  return (
    <div className={css['stripView']}>
      <AcceptAll at={props.at} decisions={props.decisions} />
      {items.length === 0 ? (
        <EmptyState title="选择题异常已全部处理" size="large">
          新扫描的答题卡有异常时会自动出现在这里。
        </EmptyState>
      ) : (
        <div className={css['cards']}>
          {items.map((one) => (
            <article
              key={one.exception_id}
              className={css['card']}
              data-current={one === item || undefined}
              onPointerDown={() => setCurrent(one.exception_id)}
            >
              <header>
                <b>第 {one.choice?.question_no} 题</b>
                <span>{one.candidate_name ?? one.machine_exam_no ?? '未知考生'}</span>
                <span className={css['age']}>可信 {(one.confidence * 100).toFixed(0)}%</span>
              </header>
              {one.choice?.strip_url && (
                <img src={one.choice.strip_url} alt={`第 ${one.choice.question_no} 题填涂处`} />
              )}
              {one.choice && (
                <ChoiceOptions
                  choice={one.choice}
                  draft={draftOf(one)}
                  onToggle={(value) =>
                    one.choice && setDraft(one, toggle(one.choice, draftOf(one), value))
                  }
                />
              )}
              <footer>
                <span title={one.reason}>{one.reason}</span>
                <Button
                  size="small"
                  variant="minimal"
                  icon={<ZoomInIcon />}
                  aria-label="看整张答题卡"
                  onClick={() => props.onOpen(one.exception_id)}
                />
                <Button
                  size="small"
                  intent="primary"
                  disabled={draftOf(one) === null || props.decisions.pending}
                  onClick={() => void accept(one)}
                >
                  {draftOf(one) === null ? '请选择' : `确认 ${draftText(draftOf(one))}`}
                </Button>
              </footer>
            </article>
          ))}
        </div>
      )}
      <p className={`${css['hint']} ${css['keys']}`}>
        <span>
          <KeyHint keys="A" /> 至 <KeyHint keys="H" /> 选项
        </span>
        <span>
          <KeyHint keys="0" /> 未作答
        </span>
        <span>
          <KeyHint keys="M" /> 多涂无效
        </span>
        <span>
          <KeyHint keys="Enter" /> 确认并到下一题
        </span>
        <span>
          <KeyHint keys="J" /> <KeyHint keys="K" /> 下一题、上一题
        </span>
        {props.total > items.length && (
          <span>
            本屏 {items.length} 题，另有 {props.total - items.length} 题
          </span>
        )}
      </p>
    </div>
  )
}

/** Takes the machine's reading of everything above a confidence, after saying how much that is. */
function AcceptAll({ at, decisions }: { at: ExamSubject; decisions: Decisions }) {
  const { call } = useCaller()
  const [above, setAbove] = useState(0.8)
  const [count, setCount] = useState<number | null>(null)
  // The number that the button names comes from the server, and changes with every decision.
  useEffect(() => {
    if (decisions.pending) return undefined
    const gone = new AbortController()
    call(fixChoiceAll, { body: { ...at, above, preview: true } }, { signal: gone.signal })
      .then((reply) => setCount(reply.count))
      .catch(() => undefined)
    return () => gone.abort()
  }, [call, at, above, decisions.pending])
  return (
    <div className={css['acceptAll']}>
      <span>机器识别可信度不低于</span>
      <HTMLSelect
        value={above}
        onChange={(event) => setAbove(Number(event.currentTarget.value))}
        options={LEVELS.map((level) => ({ value: level, label: `${level * 100}%` }))}
        aria-label="可信度"
      />
      <Button
        disabled={!count || decisions.pending}
        title={count === 0 ? '没有达到这个可信度的题目' : undefined}
        onClick={() =>
          void decisions
            .decide(
              fixChoiceAll,
              { body: { ...at, above, preview: false } },
              `整体接受 ${count} 题`,
              ({ decision_ids }) => decision_ids,
            )
            .then((done) => done && toast.done(`已接受 ${count} 题，Ctrl+Z 可一次撤销`))
        }
      >
        {count === null ? '正在计算' : `按识别结果接受 ${count} 题`}
      </Button>
    </div>
  )
}
