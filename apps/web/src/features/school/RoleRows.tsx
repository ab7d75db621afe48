import { Button, HTMLSelect } from '@blueprintjs/core'
import { AddIcon, CrossIcon } from '@blueprintjs/icons'
import { SegmentedMany } from '@hengjuan/ui'
import { useMay } from '../../session/session-store.ts'
import { givenRoles, needsOf } from './role-form.ts'
import css from './school.module.css'
import { GRADE_OPTIONS, useClassOptions, useGrades, useSubjectOptions } from './use-school.ts'

/** A role to be given, with the lists that limit it. */
export interface RoleDraft {
  role: string
  grade_ids?: 'all' | number[]
  class_ids?: 'all' | number[]
  subject_ids?: 'all' | number[]
}

/** The identities of a person, each with what it reaches. */
export function RoleRows(props: {
  roles: readonly RoleDraft[]
  onChange: (roles: RoleDraft[]) => void
  /** One identity only, for many people at once. */
  isSingle?: boolean
}) {
  const { roles, onChange } = props
  const options = givenRoles(useMay('account.manage'))
  const set = (at: number, next: RoleDraft) =>
    onChange(roles.map((one, index) => (index === at ? next : one)))
  return (
    <div className={css['roles']}>
      {roles.map((draft, at) => (
        <div key={at} className={css['role']}>
          <div className={css['pair']}>
            <HTMLSelect
              aria-label={`第 ${at + 1} 个身份`}
              value={draft.role}
              options={options}
              onChange={({ currentTarget }) => set(at, { role: currentTarget.value })}
            />
            {!props.isSingle && (
              <Button
                variant="minimal"
                icon={<CrossIcon />}
                aria-label={`移除第 ${at + 1} 个身份`}
                onClick={() => onChange(roles.filter((_, index) => index !== at))}
              />
            )}
          </div>
          <Scope draft={draft} onChange={(next) => set(at, next)} />
        </div>
      ))}
      {!props.isSingle && (
        <Button
          icon={<AddIcon />}
          onClick={() => onChange([...roles, { role: 'subject_teacher' }])}
        >
          添加身份
        </Button>
      )}
    </div>
  )
}

const idsOf = (list: 'all' | number[] | undefined): number[] =>
  list === 'all' || list === undefined ? [] : list

function Scope({ draft, onChange }: { draft: RoleDraft; onChange: (next: RoleDraft) => void }) {
  const needs = needsOf(draft.role)
  const grades = useGrades()
  const classes = useClassOptions()
  const subjects = useSubjectOptions()
  const gradeOptions =
    grades.length === 0
      ? GRADE_OPTIONS
      : grades.map(({ grade_id, name }) => ({ value: grade_id, label: name }))
  return (
    <>
      {needs.grades && (
        <SegmentedMany
          label="负责的年级"
          options={gradeOptions}
          most={gradeOptions.length}
          values={idsOf(draft.grade_ids)}
          onChange={(grade_ids) => onChange({ ...draft, grade_ids: [...grade_ids] })}
        />
      )}
      {needs.subjects && (
        <SegmentedMany
          label="负责的科目"
          options={subjects}
          most={subjects.length}
          values={idsOf(draft.subject_ids)}
          onChange={(subject_ids) => onChange({ ...draft, subject_ids: [...subject_ids] })}
        />
      )}
      {needs.classes && (
        <SegmentedMany
          label="班主任的班级"
          options={classes}
          most={classes.length}
          values={idsOf(draft.class_ids)}
          onChange={(class_ids) => onChange({ ...draft, class_ids: [...class_ids] })}
        />
      )}
      {draft.role === 'subject_teacher' && <p className={css['muted']}>范围由任课决定</p>}
    </>
  )
}
