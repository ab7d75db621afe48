import { Button, Checkbox, Dialog, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { examProgress, examUpdate, type ReplyOf, schoolSubjects } from '@hengjuan/contracts'
import {
  EXAM_MODES,
  type ExamMode,
  type ExamSession,
  OFFERED_EXAM_MODES,
  subjectName,
} from '@hengjuan/domain'
import { ErrorState, QueryView, ReasonButton, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { ExamRow } from '../ExamTable.tsx'
import { SessionFields, withSession } from '../wizard/SessionFields.tsx'
import css from '../wizard/wizard.module.css'

const MIXED = 7

/** Which subjects an exam has, and how each gets its scores. What hangs on a subject keeps it. */
export function ExamSubjectsDialog(props: {
  exam: ExamRow
  onDone: () => void
  onClose: () => void
}) {
  const { exam } = props
  const subjects = useRoute(schoolSubjects, {})
  const own = new Map(exam.subjects.map(({ subject_id, mode }) => [subject_id, mode]))
  const [modes, setModes] = useState<ReadonlyMap<number, number>>(own)
  const [sessions, setSessions] = useState<readonly ExamSession[]>(() =>
    exam.subjects.flatMap(({ subject_id, starts_at, ends_at }) =>
      starts_at === null || ends_at === null ? [] : [{ subject_id, starts_at, ends_at }],
    ),
  )
  const save = useCall(examUpdate, {
    onSuccess: () => {
      toast.done('已修改科目')
      props.onDone()
    },
  })
  const progress = useRoute(examProgress, {
    params: { schoolId: exam.school_id, examId: exam.exam_id },
  })
  const workOf = (id: number) => progress.data?.subjects.find(({ subject_id }) => subject_id === id)
  const usual = exam.mode === MIXED ? 1 : exam.mode
  const gone = exam.subjects.filter(({ subject_id }) => !modes.has(subject_id))
  const set = (id: number, mode: number | null) => {
    const next = new Map(modes)
    if (mode === null) next.delete(id)
    else next.set(id, mode)
    setModes(next)
  }
  return (
    <Dialog isOpen title="科目、考试模式与时间" onClose={props.onClose} style={{ width: 820 }}>
      <DialogBody>
        <QueryView query={subjects}>
          {(offered) => (
            <ul className={css['subjects']}>
              {offered.map(({ subject_id: id, name }) => {
                const label = subjectName(id, exam.grade_id, { [id]: name })
                const mode = modes.get(id)
                return (
                  <li key={id}>
                    <Checkbox
                      checked={mode !== undefined}
                      label={label}
                      disabled={mode !== undefined && boundBy(workOf(id)) !== null}
                      title={boundBy(workOf(id)) ?? undefined}
                      onChange={() => set(id, mode === undefined ? (own.get(id) ?? usual) : null)}
                    />
                    {mode !== undefined && (
                      <>
                        <HTMLSelect
                          aria-label={`${label}的考试模式`}
                          value={mode}
                          options={choices(mode)}
                          onChange={({ currentTarget: { value } }) => set(id, Number(value))}
                        />
                        <SessionFields
                          label={label}
                          subjectId={id}
                          session={sessions.find(({ subject_id }) => subject_id === id)}
                          onChange={(session) => setSessions(withSession(sessions, id, session))}
                        />
                      </>
                    )}
                  </li>
                )
              })}
            </ul>
          )}
        </QueryView>
        {gone.length > 0 && (
          <p className={css['hint']}>
            将移除{' '}
            {gone
              .map(({ subject_id, name }) => `${name}${contentOf(workOf(subject_id))}`)
              .join('、')}
            ：题块、答案和阅卷设置一起移除，答题卡留在答题卡库。
          </p>
        )}
        {save.error && <ErrorState error={save.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent={gone.length > 0 ? 'danger' : 'primary'}
              loading={save.isPending}
              reason={modes.size === 0 ? '请至少选择一个科目' : null}
              onClick={() =>
                save.mutate({
                  params: { schoolId: exam.school_id, examId: exam.exam_id },
                  body: {
                    subject_ids: [...modes.keys()],
                    subject_modes: Object.fromEntries(modes),
                    sessions: sessions.filter(({ subject_id }) => modes.has(subject_id)),
                  },
                })
              }
            >
              {gone.length > 0 ? `保存并移除 ${gone.length} 科` : '保存'}
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}

type Work = ReplyOf<typeof examProgress>['subjects'][number] | undefined

/** Why a subject stays; null where it may go. */
const boundBy = (work: Work): string | null =>
  work && work.scanned_sheets > 0
    ? `已有 ${work.scanned_sheets} 张扫描的答题卡，不能移除；请先清空扫描数据`
    : null

/** What goes with a subject. */
const contentOf = (work: Work): string =>
  work ? `（${work.registered} 名考生、${work.blocks} 个题块）` : ''

/** The modes that are offered, and the one that the subject has. */
const choices = (own: number) =>
  [...new Set<number>([...OFFERED_EXAM_MODES.filter((mode) => mode !== MIXED), own])].map(
    (value) => ({ value, label: EXAM_MODES[value as ExamMode] ?? '' }),
  )
