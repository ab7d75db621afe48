import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  InputGroup,
} from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { schoolSubjects, sheetInfo, sheetInfoSave } from '@hengjuan/contracts'
import { GRADES } from '@hengjuan/domain'
import { ErrorState, ReasonButton, sentenceOf, SkeletonLines, Time, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { ChangeList } from './ChangeList.tsx'
import css from './library.module.css'
import type { SheetRow } from './SheetCard.tsx'

/** Name, subject and grade of a sheet, and what each of its versions changed. */
export function InfoDialog(props: {
  sheet: SheetRow
  mayDesign: boolean
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const { sheet } = props
  const [name, setName] = useState(sheet.name)
  const [subjectId, setSubject] = useState(sheet.subject_id)
  const [gradeId, setGrade] = useState(sheet.grade_id)
  const info = useRoute(sheetInfo, { query: { sheet_id: sheet.sheet_id } })
  const subjects = useRoute(schoolSubjects, {})
  const save = useCall(sheetInfoSave, {
    onSuccess: () => {
      toast.done('已保存')
      props.onClose()
      return props.onDone()
    },
  })
  const isFree = sheet.exam_id === null
  const isSame =
    name.trim() === sheet.name && subjectId === sheet.subject_id && gradeId === sheet.grade_id
  const refusal = props.mayDesign ? sheet.readonly_reason : '您的身份不能修改答题卡'
  return (
    <Dialog isOpen title="答题卡信息" onClose={props.onClose} style={{ width: 760 }}>
      <DialogBody>
        <div className={css['infoForm']}>
          <FormGroup label="名称" labelFor="sheet-info-name">
            <InputGroup id="sheet-info-name" value={name} maxLength={60} onValueChange={setName} />
          </FormGroup>
          <FormGroup label="学科" labelFor="sheet-info-subject">
            <HTMLSelect
              id="sheet-info-subject"
              fill
              disabled={!isFree}
              value={subjectId ?? ''}
              onChange={({ currentTarget }) => setSubject(Number(currentTarget.value) || null)}
              options={[
                { value: '', label: '未指定' },
                ...(subjects.data ?? []).map((one) => ({
                  value: one.subject_id,
                  label: one.name,
                })),
              ]}
            />
          </FormGroup>
          <FormGroup label="年级" labelFor="sheet-info-grade">
            <HTMLSelect
              id="sheet-info-grade"
              fill
              disabled={!isFree}
              value={gradeId ?? ''}
              onChange={({ currentTarget }) => setGrade(Number(currentTarget.value) || null)}
              options={[
                { value: '', label: '未指定' },
                ...Object.entries(GRADES).map(([id, { label }]) => ({ value: id, label })),
              ]}
            />
          </FormGroup>
        </div>
        {!isFree && <p className={css['quiet']}>学科和年级随考试「{sheet.exam_name}」。</p>}
        <h3 className={css['subhead']}>版本</h3>
        {info.error && !info.data ? (
          <ErrorState error={info.error} onRetry={() => void info.refetch()} />
        ) : !info.data ? (
          <SkeletonLines lines={4} />
        ) : (
          <ol className={css['versions']}>
            {info.data.versions.map((one, index) => (
              <li key={one.version}>
                <details open={index === 0}>
                  <summary>
                    第 {one.version} 版{index === 0 && '（现用）'} · {one.author} ·{' '}
                    <Time at={one.created_at} />
                    {one.note && ` · ${one.note}`}
                  </summary>
                  <ChangeList
                    changes={one.changes}
                    same={index === info.data.versions.length - 1 ? '最早的版本' : '版面没有变化'}
                  />
                </details>
              </li>
            ))}
          </ol>
        )}
        {save.error && (
          <p className={css['bad']} role="alert">
            ✕ {sentenceOf(save.error)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>关闭</Button>
            <ReasonButton
              intent="primary"
              loading={save.isPending}
              reason={refusal ?? (name.trim() === '' ? '请填写名称' : isSame ? '没有修改' : null)}
              onClick={() =>
                save.mutate({
                  body: {
                    sheet_id: sheet.sheet_id,
                    name: name.trim(),
                    ...(isFree ? { subject_id: subjectId, grade_id: gradeId } : {}),
                  },
                })
              }
            >
              保存信息
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
