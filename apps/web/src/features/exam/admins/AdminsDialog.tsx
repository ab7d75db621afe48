import {
  Button,
  Callout,
  Checkbox,
  DialogBody,
  DialogFooter,
  InputGroup,
  NonIdealState,
} from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { examAdminPeople, examAdmins, examAdminsSet } from '@hengjuan/contracts'
import {
  EXAM_ADMIN_MAY,
  EXAM_ADMIN_MAY_CODES,
  GRANT_PROBLEMS,
  problemOfGrant,
  scopeAllows,
} from '@hengjuan/domain'
import { ErrorState, FormDialog, sentenceOf, toast, useUnsaved } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import css from './admins.module.css'
import { type ChosenAdmin, toggledMay, toggledSubject } from './chosen-admins.ts'
import type { AdminSubject, ExamAdmin } from './ExamAdmins.tsx'

interface AdminsDialogProps {
  schoolId: number
  examId: number
  subjects: readonly AdminSubject[]
  admins: readonly ExamAdmin[]
  seen: string
  /** Reads the list again, after somebody else changed it. */
  onReload: () => void
  onClose: () => void
}

/** Names people for an exam, each with subjects and permissions. */
export function AdminsDialog(props: AdminsDialogProps) {
  return (
    <FormDialog isOpen title="阅卷管理员" style={{ width: 760 }} onClose={props.onClose}>
      <AdminsForm {...props} />
    </FormDialog>
  )
}

function AdminsForm(props: AdminsDialogProps) {
  const { schoolId, examId, subjects } = props
  const [chosen, setChosen] = useState<readonly ChosenAdmin[]>(props.admins)
  const cache = useQueryClient()
  const save = useCall(examAdminsSet, {
    onSuccess: async () => {
      toast.done('已保存阅卷管理员，权限立即生效')
      props.onClose()
      await cache.invalidateQueries({ queryKey: [examAdmins.path] })
    },
    // Whoever saves once more does so knowing what the other one did.
    onError: ({ code }) => {
      if (code === 'EXAM_ADMINS_CHANGED') props.onReload()
    },
  })
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(props.admins)
  useUnsaved(isChanged)
  const change = (id: number, next: Partial<ChosenAdmin>) => {
    save.reset()
    setChosen(chosen.map((one) => (one.user_id === id ? { ...one, ...next } : one)))
  }
  const problems = chosen.flatMap(({ name, may, subject_ids, school_id }) => {
    const problem = problemOfGrant({
      may,
      subjects: subject_ids,
      isGuest: school_id !== schoolId,
    })
    return problem ? `${name}：${GRANT_PROBLEMS[problem]}` : []
  })
  return (
    <>
      <DialogBody>
        <PeopleSearch
          schoolId={schoolId}
          examId={examId}
          taken={new Set(chosen.map(({ user_id }) => user_id))}
          onPick={(person) => {
            save.reset()
            setChosen([...chosen, { ...person, subject_ids: 'all', may: ['supervise'] }])
          }}
        />
        {chosen.length === 0 ? (
          <NonIdealState title="还没有选择">在上面按姓名、拼音或账号查找。</NonIdealState>
        ) : (
          <ul className={css['chosen']}>
            {chosen.map((one) => (
              <AdminRow
                key={one.user_id}
                one={one}
                subjects={subjects}
                isGuest={one.school_id !== schoolId}
                onChange={(next) => change(one.user_id, next)}
                onRemove={() => {
                  save.reset()
                  setChosen(chosen.filter(({ user_id }) => user_id !== one.user_id))
                }}
              />
            ))}
          </ul>
        )}
        {save.error?.code === 'EXAM_ADMINS_CHANGED' ? (
          <Callout compact intent="warning" role="alert" title={sentenceOf(save.error)}>
            现在的名单：{props.admins.map(({ name }) => name).join('、') || '（空）'}
            。您的修改还在；再次保存即以您的为准。{' '}
            <Button size="small" onClick={() => setChosen(props.admins)}>
              放弃我的修改，载入最新名单
            </Button>
          </Callout>
        ) : (
          save.error && (
            <p className={css['problem']} role="alert">
              ✕ {sentenceOf(save.error)}
            </p>
          )
        )}
        {problems.map((text) => (
          <p key={text} className={css['problem']}>
            ✕ {text}
          </p>
        ))}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <Button
              intent="primary"
              disabled={!isChanged || problems.length > 0}
              loading={save.isPending}
              onClick={() =>
                save.mutate({
                  params: { schoolId, examId },
                  body: {
                    seen: props.seen,
                    admins: chosen.map(({ user_id, subject_ids, may }) => ({
                      user_id,
                      subject_ids,
                      may,
                    })),
                  },
                })
              }
            >
              保存 {chosen.length} 人
            </Button>
          </>
        }
      />
    </>
  )
}

function AdminRow(props: {
  one: ChosenAdmin
  subjects: readonly AdminSubject[]
  isGuest: boolean
  onChange: (next: Partial<ChosenAdmin>) => void
  onRemove: () => void
}) {
  const { one, subjects, onChange } = props
  const all = subjects.map(({ subject_id }) => subject_id)
  return (
    <li>
      <div className={css['person']}>
        <strong>{one.name}</strong>
        <small>{one.school_name}</small>
        <Button size="small" variant="minimal" onClick={props.onRemove}>
          移除
        </Button>
      </div>
      <fieldset>
        <legend>权限</legend>
        {EXAM_ADMIN_MAY_CODES.map((code) => (
          <Checkbox
            key={code}
            inline
            label={EXAM_ADMIN_MAY[code].label}
            checked={one.may.includes(code)}
            disabled={code === 'publish' && props.isGuest}
            title={code === 'publish' && props.isGuest ? GRANT_PROBLEMS.publish_guest : undefined}
            onChange={() => onChange({ may: toggledMay(one.may, code) })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>科目</legend>
        <Checkbox
          inline
          label="全部科目"
          checked={one.subject_ids === 'all'}
          onChange={() => onChange({ subject_ids: one.subject_ids === 'all' ? [] : 'all' })}
        />
        {subjects.map(({ subject_id, subject_name }) => (
          <Checkbox
            key={subject_id}
            inline
            label={subject_name}
            checked={scopeAllows(one.subject_ids, subject_id)}
            onChange={() =>
              onChange({ subject_ids: toggledSubject(one.subject_ids, subject_id, all) })
            }
          />
        ))}
      </fieldset>
    </li>
  )
}

function PeopleSearch(props: {
  schoolId: number
  examId: number
  taken: ReadonlySet<number>
  onPick: (person: Omit<ChosenAdmin, 'subject_ids' | 'may'>) => void
}) {
  const { schoolId, examId } = props
  const [keyword, setKeyword] = useState('')
  const asked = useDeferredValue(keyword.trim())
  const { data, error, refetch } = useRoute(
    examAdminPeople,
    { params: { schoolId, examId }, query: { keyword: asked } },
    { enabled: asked !== '' },
  )
  return (
    <>
      <InputGroup
        autoFocus
        aria-label="查找人员"
        placeholder="按姓名、拼音或账号查找要添加的人"
        value={keyword}
        onValueChange={setKeyword}
      />
      {asked !== '' && (
        <div className={css['found']} aria-live="polite">
          {error && !data ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            data?.map(({ user_id, name, account, school_id, school_name, role_names }) => (
              <Button
                key={user_id}
                variant="minimal"
                alignText="start"
                disabled={props.taken.has(user_id)}
                onClick={() => {
                  props.onPick({ user_id, name, school_id, school_name })
                  setKeyword('')
                }}
              >
                {name}（{account}）{' '}
                <small>
                  {school_name} · {role_names.join('、')}
                  {props.taken.has(user_id) && ' · 已在名单中'}
                </small>
              </Button>
            ))
          )}
          {data?.length === 0 && <span className={css['muted']}>没有符合条件的在用教职工</span>}
        </div>
      )}
    </>
  )
}
