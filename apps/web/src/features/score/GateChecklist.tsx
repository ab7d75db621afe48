import type { previewAll, ReplyOf } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './score.module.css'

export type Preview = ReplyOf<typeof previewAll>
export type PreviewSubject = Preview['subjects'][number]

/** Where an item is worked off, null where the caller has no page for it; then who does it, if that is known. */
type NextOf = (code: string, subjectId: number) => { to: string | null; who: string | null }

/** Each subject with its counts and what stands in the way of publishing. */
export function GateChecklist(props: { subjects: readonly PreviewSubject[]; nextOf: NextOf }) {
  return (
    <div className={css['gates']}>
      {props.subjects.map((subject) => (
        <SubjectGate key={subject.subject_id} subject={subject} nextOf={props.nextOf} />
      ))}
    </div>
  )
}

function SubjectGate(props: { subject: PreviewSubject; nextOf: NextOf }) {
  const { subject } = props
  const blocking = subject.gate.filter((item) => item.blocking).length
  return (
    <section className={css['gate']} data-open={blocking > 0 || undefined}>
      <header className={css['gateHead']}>
        <h3>{subject.subject_name}</h3>
        {blocking > 0 ? (
          <StatusTag status="bad">{blocking} 项未完成</StatusTag>
        ) : subject.gate.length > 0 ? (
          <StatusTag status="warn">可发布，有提醒</StatusTag>
        ) : (
          <StatusTag status="ok">已完成</StatusTag>
        )}
      </header>
      <dl className={css['gateCounts']}>
        {(
          [
            ['应考', subject.registered],
            ['实考', subject.present],
            ['缺考', subject.absent],
            ['无记录', subject.no_record],
            ['已出分', subject.scored],
          ] as const
        ).map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        <div>
          <dt>均分</dt>
          <dd>
            {subject.mean_milli === null ? '–' : (subject.mean_milli / 1000).toFixed(2)}
            <small>/{formatMilli(subject.full_milli)}</small>
          </dd>
        </div>
      </dl>
      {subject.gate.length === 0 ? (
        <p className={css['muted']}>扫描、客观题、阅卷全部完成。</p>
      ) : (
        <ul className={css['gateItems']}>
          {subject.gate.map((item) => {
            const { to, who } = props.nextOf(item.code, subject.subject_id)
            return (
              <li key={item.code} data-blocking={item.blocking || undefined}>
                <span aria-hidden="true">{item.blocking ? '✕' : '!'}</span>
                <span>
                  {item.label}
                  {!item.blocking && <small>（提醒，不影响发布）</small>}
                  {who !== null && <small>（{who}）</small>}
                </span>
                <strong>{item.count}</strong>
                {to ? <Link to={to}>去处理</Link> : <span />}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
