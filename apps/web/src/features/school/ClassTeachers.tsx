import { Button, HTMLSelect } from '@blueprintjs/core'
import { AddIcon, CrossIcon } from '@blueprintjs/icons'
import { useCall } from '@hengjuan/client/react'
import { classSave } from '@hengjuan/contracts'
import { DescriptionList, ReasonButton, Row, sentenceOf, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { ClassRow } from './ClassTable.tsx'
import css from './school.module.css'
import { useRefreshSchool, useStaffOptions, useSubjectOptions } from './use-school.ts'

interface Pair {
  subject_id: number
  user_id: number
}

/** Who teaches the class what; saved as a whole. */
export function ClassTeachers({ row, mayManage }: { row: ClassRow; mayManage: boolean }) {
  const staff = useStaffOptions()
  const subjects = useSubjectOptions()
  const refresh = useRefreshSchool()
  const saved = row.teachers.map(({ subject_id, user_id }) => ({ subject_id, user_id }))
  const [pairs, setPairs] = useState<Pair[]>(saved)
  const save = useCall(classSave, {
    onSuccess: () => {
      toast.done('已保存任课教师')
      return refresh()
    },
  })
  const set = (at: number, change: Partial<Pair>) =>
    setPairs(pairs.map((pair, index) => (index === at ? { ...pair, ...change } : pair)))
  const isChanged = JSON.stringify(pairs) !== JSON.stringify(saved)
  const problem = problemOf(pairs)
  if (!mayManage)
    return (
      <DescriptionList
        items={[
          ['班主任', row.class_teacher ?? '未指定'],
          ...row.teachers.map(({ subject_name, name }) => [subject_name, name] as const),
        ]}
      />
    )
  const taught = row.subject_id ?? undefined
  return (
    <>
      <p>
        班主任：{row.class_teacher ?? '未指定'}
        <span className={css['muted']}>（在「修改」中指定）</span>
      </p>
      {pairs.map((pair, at) => (
        <div key={at} className={css['pair']}>
          <HTMLSelect
            aria-label={`第 ${at + 1} 行的科目`}
            value={pair.subject_id}
            disabled={taught !== undefined}
            onChange={({ currentTarget }) => set(at, { subject_id: Number(currentTarget.value) })}
            options={subjects}
          />
          <HTMLSelect
            aria-label={`第 ${at + 1} 行的教师`}
            value={pair.user_id}
            onChange={({ currentTarget }) => set(at, { user_id: Number(currentTarget.value) })}
            options={[{ value: 0, label: '请选择教师' }, ...staff]}
          />
          <Button
            variant="minimal"
            icon={<CrossIcon />}
            aria-label="移除这一行"
            onClick={() => setPairs(pairs.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {pairs.length === 0 && <p className={css['muted']}>还没有任课教师</p>}
      <Row ends>
        <Button
          icon={<AddIcon />}
          onClick={() =>
            setPairs([...pairs, { subject_id: taught ?? nextSubject(pairs, subjects), user_id: 0 }])
          }
        >
          添加任课教师
        </Button>
        <ReasonButton
          intent="primary"
          loading={save.isPending}
          reason={isChanged ? problem : '没有改动'}
          onClick={() => save.mutate({ body: { class_id: row.class_id, teachers: pairs } })}
        >
          保存任课教师
        </ReasonButton>
      </Row>
      {save.error && (
        <p className={css['problem']} role="alert">
          ✕ {sentenceOf(save.error)}
        </p>
      )}
    </>
  )
}

/** The next subject that nobody teaches yet. */
const nextSubject = (pairs: readonly Pair[], subjects: readonly { value: number }[]): number =>
  (
    subjects.find(({ value }) => !pairs.some(({ subject_id }) => subject_id === value)) ??
    subjects[0]
  )?.value ?? 1

function problemOf(pairs: readonly Pair[]): string | null {
  if (pairs.some(({ user_id }) => user_id === 0)) return '还有一行没有选择教师'
  const keys = pairs.map(({ subject_id, user_id }) => `${subject_id} ${user_id}`)
  return new Set(keys).size < keys.length ? '同一位教师的同一科目写了两行' : null
}
