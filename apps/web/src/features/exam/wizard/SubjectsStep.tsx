import { Checkbox, HTMLSelect } from '@blueprintjs/core'
import { EXAM_MODES, OFFERED_EXAM_MODES, subjectName } from '@hengjuan/domain'
import { fullOfSubject, IMPORT, MIXED, modeOfSubject, timeProblem } from './draft.ts'
import type { StepProps } from './ExamWizard.tsx'
import { MilliInput } from './MilliInput.tsx'
import { SessionFields, withSession } from './SessionFields.tsx'
import css from './wizard.module.css'

const OWN_MODES = OFFERED_EXAM_MODES.filter((mode) => mode !== MIXED)

export function SubjectsStep({ draft, offered, onChange }: StepProps) {
  const chosen = new Set(draft.subject_ids)
  const isMixed = draft.mode === MIXED
  const sessions = draft.sessions ?? []
  const problem = timeProblem(draft, offered)
  return (
    <>
      <p className={css['hint']}>
        已选 {chosen.size} 科{isMixed && '；混合阅卷：为每一科选择方式，总分按各科合计'}
        ；考试时间可以以后再填
      </p>
      {problem !== null && (
        <p role="alert" className={css['problem']}>
          ✕ {problem}
        </p>
      )}
      <ul className={css['subjects']}>
        {offered.subjects.map(({ subject_id: id, name }) => {
          const label = subjectName(id, draft.grade_id, { [id]: name })
          const mode = modeOfSubject(draft, id)
          return (
            <li key={id}>
              <Checkbox
                checked={chosen.has(id)}
                label={label}
                onChange={() =>
                  onChange({
                    subject_ids: offered.subjects
                      .map(({ subject_id }) => subject_id)
                      .filter((one) => (one === id ? !chosen.has(id) : chosen.has(one))),
                  })
                }
              />
              {chosen.has(id) && (
                <span className={css['subject']}>
                  {isMixed && (
                    <HTMLSelect
                      aria-label={`${label}的考试模式`}
                      value={mode}
                      options={OWN_MODES.map((value) => ({ value, label: EXAM_MODES[value] }))}
                      onChange={({ currentTarget: { value } }) =>
                        onChange({ subject_modes: { ...draft.subject_modes, [id]: Number(value) } })
                      }
                    />
                  )}
                  {mode === IMPORT && (
                    <label>
                      满分{' '}
                      <MilliInput
                        label={`${label}满分`}
                        value={fullOfSubject(draft, id)}
                        onChange={(milli) =>
                          onChange({ subject_fulls: { ...draft.subject_fulls, [id]: milli } })
                        }
                      />
                    </label>
                  )}
                  <SessionFields
                    label={label}
                    subjectId={id}
                    session={sessions.find(({ subject_id }) => subject_id === id)}
                    onChange={(session) =>
                      onChange({ sessions: withSession(sessions, id, session) })
                    }
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
