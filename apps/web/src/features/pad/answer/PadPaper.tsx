import { Button } from '@blueprintjs/core'
import { ConfirmDialog, StatusTag } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import { answerKey, type Answers, isAnswered, type PadQuestion, PHOTOS } from '../paper/answers.ts'
import { QuestionView } from '../paper/QuestionView.tsx'
import paper from '../paper/paper.module.css'
import css from './answer.module.css'
import { Photos } from './Photos.tsx'
import { StateLine } from './StateLine.tsx'
import type { useAttempt } from './use-attempt.ts'

type Attempt = ReturnType<typeof useAttempt>

/** The paper of a student: answered here, or only looked at. */
export function PadPaper(props: { attempt: Attempt; onLeave: () => void }) {
  const { attempt } = props
  const { entered, answers, state } = attempt
  const [isAsking, setAsking] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map())
  const left = useLeft(state?.endsAt ?? null, attempt.now)
  const isOver = left !== null && left <= 0
  const submittedAt = state?.submittedAt ?? entered?.submitted_at ?? null
  const { submit } = attempt
  // At zero the page hands in by itself, and tries on for as long as the network is away.
  useEffect(() => {
    if (!isOver || submittedAt !== null || state?.isTaken || state?.isPaused) return undefined
    void submit()
    const again = window.setInterval(() => void submit(), 5000)
    return () => window.clearInterval(again)
  }, [isOver, submittedAt, state?.isTaken, state?.isPaused, submit])
  if (!entered) return null
  const isFixed =
    state === null || submittedAt !== null || isOver || state.isTaken || state.isPaused
  const questions = entered.sections.flatMap((section) => section.questions)
  const open = questions.filter((one) => !isAnswered(one, answers)).length
  const urlOf = new Map([...entered.photos.map(({ hash, url }) => [hash, url] as const), ...added])
  const handIn = async () => {
    setSubmitting(true)
    await submit()
    setSubmitting(false)
    setAsking(false)
  }
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <div className={css['name']}>
          <b>
            {entered.exam_name} · {entered.subject_name}
          </b>
          <span>{entered.name}</span>
        </div>
        {state && <StateLine state={state} />}
        {submittedAt !== null ? (
          <StatusTag status="ok">已交卷</StatusTag>
        ) : (
          <span className={css['clock']} role="timer" data-short={(left ?? 0) < 300 || undefined}>
            剩余 {clockText(left ?? 0)}
          </span>
        )}
        {submittedAt === null && !state?.isTaken ? (
          <Button intent="primary" disabled={isFixed} onClick={() => setAsking(true)}>
            交卷
          </Button>
        ) : (
          <Button onClick={props.onLeave}>返回首页</Button>
        )}
      </header>
      <div className={css['body']}>
        <Rail attempt={attempt} questions={questions} answers={answers} />
        <main className={css['paper']}>
          {state?.isPaused && (
            <p className={css['notice']} role="status">
              考试已暂停，计时停止，作答都已保留，请等候老师通知。
            </p>
          )}
          {state?.isTaken && (
            <p className={css['notice']} role="alert">
              已在另一台设备继续作答，本机只能查看。
              <Button size="small" onClick={() => void attempt.enter({ take_over: true })}>
                在这台继续
              </Button>
            </p>
          )}
          {entered.sections.map((section, at) => (
            <section key={at}>
              <h2 className={paper['section']}>{section.title}</h2>
              {section.questions.map((question) => (
                <QuestionView
                  key={question.question_id}
                  question={question}
                  answers={answers}
                  isFixed={isFixed}
                  onAnswer={(sub, value) => attempt.answer(question.question_id, sub, value)}
                  mark={
                    !isFixed && (
                      <Button
                        size="small"
                        variant="minimal"
                        active={attempt.flagged.has(question.question_id)}
                        aria-pressed={attempt.flagged.has(question.question_id)}
                        onClick={() => attempt.flag(question.question_id)}
                      >
                        {attempt.flagged.has(question.question_id) ? '取消标记' : '标记'}
                      </Button>
                    )
                  }
                >
                  {question.option_count === 0 && entered.allow_photo && (
                    <Photos
                      attemptId={entered.attempt_id}
                      deviceKey={entered.device_key ?? ''}
                      question={question}
                      hashes={photosOf(answers, question)}
                      urlOf={urlOf}
                      isFixed={isFixed}
                      onUploaded={(hash, url) =>
                        setAdded((before) => new Map(before).set(hash, url))
                      }
                      onChange={(hashes) =>
                        attempt.answer(question.question_id, PHOTOS, hashes.join(','))
                      }
                    />
                  )}
                </QuestionView>
              ))}
            </section>
          ))}
          {submittedAt === null && !isFixed && (
            <p className={css['end']}>
              <Button size="large" intent="primary" onClick={() => setAsking(true)}>
                交卷
              </Button>
            </p>
          )}
        </main>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="交卷"
        effect={
          open > 0
            ? `还有 ${open} 题没有作答，交卷后不能再修改`
            : `${questions.length} 题都已作答，交卷后不能再修改`
        }
        confirmText="交卷"
        cancelText="继续作答"
        isPending={isSubmitting}
        error={null}
        onConfirm={() => void handIn()}
        onClose={() => setAsking(false)}
      >
        {state?.isOffline && '现在没有网络，请先等网络恢复；到时间会自动交卷。'}
      </ConfirmDialog>
    </div>
  )
}

const photosOf = (answers: Answers, { question_id }: PadQuestion): string[] =>
  (answers[answerKey(question_id, PHOTOS)] ?? '').split(',').filter(Boolean)

/** All questions at a glance: which are answered, marked, and not sent yet. */
function Rail(props: { attempt: Attempt; questions: readonly PadQuestion[]; answers: Answers }) {
  const { attempt, questions, answers } = props
  const unsent = attempt.state?.unsent ?? new Set<string>()
  return (
    <nav className={css['rail']} aria-label="题号">
      <ol>
        {questions.map((question) => {
          const { question_id: id, no } = question
          const answered = isAnswered(question, answers)
          const flagged = attempt.flagged.has(id)
          const waits = [...unsent].some((key) => key.startsWith(`${id}:`))
          const words = [answered ? '已答' : '未答', flagged && '有标记', waits && '未上传'].filter(
            Boolean,
          )
          return (
            <li key={id}>
              <a
                href={`#question-${no}`}
                aria-label={`第 ${no} 题，${words.join('，')}`}
                title={words.join('，')}
                data-answered={answered || undefined}
                data-flagged={flagged || undefined}
                data-unsent={waits || undefined}
              >
                {no}
              </a>
            </li>
          )
        })}
      </ol>
      <p className={css['legend']}>
        <span data-answered>已答</span>
        <span>未答</span>
        <span data-flagged>⚑ 标记</span>
        <span data-unsent>● 未上传</span>
      </p>
    </nav>
  )
}

/** Seconds to the end by the server's clock. */
function useLeft(endsAt: string | null, now: () => number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (endsAt === null) return undefined
    const tick = () => setLeft(Math.max(0, Math.ceil((Date.parse(endsAt) - now()) / 1000)))
    tick()
    const timer = window.setInterval(tick, 1000)
    return () => window.clearInterval(timer)
  }, [endsAt, now])
  return left
}

function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}
