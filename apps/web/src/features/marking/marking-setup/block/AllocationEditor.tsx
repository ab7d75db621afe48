import { Button, Callout } from '@blueprintjs/core'
import { useCall, useRefresh } from '@hengjuan/client/react'
import { allocationGet, allocationSet, type markingStaff, type ReplyOf } from '@hengjuan/contracts'
import { ALLOC_MODES } from '@hengjuan/domain'
import { ReasonButton, Segmented, StatusTag, toast, useUnsaved } from '@hengjuan/ui'
import { useState } from 'react'
import { type AllocationDraft, bodyOf, draftOf, judgeDraft } from './allocation-draft.ts'
import { allocationNews } from './allocation-news.ts'
import { kindOf, namesOf, newcomer, reasonToKeep } from './editor-markers.ts'
import { OthersChanged } from './OthersChanged.tsx'
import { PartTable } from './PartTable.tsx'
import { gapText, placesText } from './school-gaps.ts'
import type { Marker } from './share-marker.ts'
import { ShareTable } from './ShareTable.tsx'
import { StaffPicker } from './StaffPicker.tsx'
import css from './setup.module.css'

type Person = ReplyOf<typeof markingStaff>[number]

/** The allocation that is changed, and who may be asked. */
interface EditorProps {
  blockId: number
  mayChange: boolean
  onClose: () => void
  /** As it is now: others may change it while it is being changed here. */
  latest: ReplyOf<typeof allocationGet>
  staff: readonly Person[]
  /** Begins anew with the latest. */
  onReload: () => void
}

/** The allocation of one block while it is changed, and what speaks against it. */
export function AllocationEditor(props: EditorProps) {
  const { latest, staff, mayChange } = props
  // As it was when it was opened: what is typed is a change of that.
  const [saved] = useState(latest)
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [begun] = useState(() => JSON.stringify(draft))
  useUnsaved(mayChange && JSON.stringify(draft) !== begun)
  const { mode, isByWeight, markers, leaderIds } = draft
  const patch = (next: Partial<AllocationDraft>) => setDraft((now) => ({ ...now, ...next }))
  const refresh = useRefresh(allocationGet)
  const save = useCall(allocationSet, {
    onSuccess: async ({ school_gaps: gaps }) => {
      if (gaps.length === 0) toast.done('任务分配已保存')
      else toast.warn(`任务分配已保存，但 ${placesText(gaps)}教师不够`)
      await refresh()
      props.onClose()
    },
    onError: (failure) => {
      toast.error(failure)
      if (failure.code === 'MARKING_ALLOCATION_CHANGED') void refresh()
    },
  })
  const news = latest.stamp === saved.stamp ? [] : allocationNews(saved, latest)
  const refusal = mayChange ? null : '当前身份只能查看'
  const schoolOf = new Map(staff.map(({ user_id, school_name }) => [user_id, school_name]))
  const isJoint = new Set(schoolOf.values()).size > 1
  const judged = judgeDraft(saved, staff, draft)
  const setMarkers = (change: (markers: readonly Marker[]) => readonly Marker[]) =>
    setDraft((now) => ({ ...now, markers: change(now.markers) }))
  const add = (person: Person) => {
    const kept = reasonToKeep(markers.find(({ id }) => id === person.user_id))
    if (kept !== null) return toast.warn(kept)
    setMarkers((now) =>
      now.some(({ id }) => id === person.user_id)
        ? now.filter(({ id }) => id !== person.user_id)
        : [...now, newcomer(person)],
    )
  }
  const share = () => {
    const shareOf = judged.evenShares()
    setMarkers((now) =>
      now.map((one) => (one.suspended ? one : { ...one, quota: shareOf(one.id), wrong: null })),
    )
  }
  const { plan, parts, problems, readings, stoppedDone } = judged
  return (
    <div className={css['drawer']}>
      <p className={css['need']}>
        共 {saved.units} 份试卷，需要 {readings} 份评阅
        {stoppedDone > 0 && `（停止分配的教师已评 ${stoppedDone} 份，其余 ${plan.readings} 份）`}
        {saved.markers_needed > 1 && '，每份由 2 位不同教师评阅'}
        {saved.markers_needed > 2 && '，分差超过阈值时由第 3 位评阅'}。
      </p>
      <div className={css['field']}>
        <span>阅卷教师</span>
        <StaffPicker
          staff={staff}
          duty="marker"
          selected={markers.map(({ id }) => id)}
          placeholder={`输入姓名${isJoint ? '、学校' : ''}添加阅卷教师`}
          refusal={refusal}
          onToggle={add}
        />
      </div>
      <div className={css['field']}>
        <span>仲裁教师（题组长）</span>
        <StaffPicker
          staff={staff}
          duty="leader"
          selected={leaderIds}
          placeholder={`输入姓名${isJoint ? '、学校' : ''}添加仲裁教师`}
          refusal={refusal}
          onToggle={({ user_id }) =>
            patch({
              leaderIds: leaderIds.includes(user_id)
                ? leaderIds.filter((id) => id !== user_id)
                : [...leaderIds, user_id],
            })
          }
        />
      </div>
      <div className={css['field']}>
        <span>分配方式</span>
        <div className={css['modes']}>
          <Segmented
            label="分配方式"
            options={([1, 2, 3] as const).map((value) => ({ value, label: ALLOC_MODES[value] }))}
            value={mode}
            onChange={(next) => patch({ mode: next })}
          />
          {mode === 3 && (
            <>
              <Segmented
                label="定量依据"
                options={[
                  { value: 0, label: '按份数' },
                  { value: 1, label: '按比例' },
                ]}
                value={isByWeight ? 1 : 0}
                onChange={(value) =>
                  patch({
                    isByWeight: value === 1,
                    // What was typed and is no number was about the other column.
                    markers: markers.map((one) => ({ ...one, wrong: null })),
                  })
                }
              />
              {!isByWeight && <Button onClick={share}>平均填入</Button>}
            </>
          )}
        </div>
      </div>
      <ShareTable
        examId={saved.exam_id}
        blockId={props.blockId}
        markers={markers}
        targetOf={judged.targetOf}
        schoolOf={isJoint ? schoolOf : null}
        mode={mode}
        isByWeight={isByWeight}
        refusal={refusal}
        onChange={(id, next) =>
          setMarkers((now) => now.map((one) => (one.id === id ? { ...one, ...next } : one)))
        }
      />
      {parts && mode !== 1 && <PartTable parts={parts} plan={plan} targets={judged.targets} />}
      {saved.school_gaps.length > 0 && (
        <Callout
          compact
          intent="warning"
          title={`已保存的分配中，有的${kindOf(saved.school_gaps)}阅卷教师不够`}
        >
          {saved.school_gaps.map((gap) => (
            <p key={`${gap.school_id} ${gap.class_name ?? ''}`} className={css['gap']}>
              {gapText(gap)}，每份需 {saved.markers_needed} 名
            </p>
          ))}
        </Callout>
      )}
      {news.length > 0 && mayChange && (
        <OthersChanged
          title="其他人刚修改了这个题块的分配"
          news={news}
          reloadText="载入最新分配"
          onReload={props.onReload}
        />
      )}
      <AllocationVerdict judged={judged} hasGaps={saved.school_gaps.length > 0} />
      <div className={css['foot']}>
        <Button onClick={props.onClose}>取消</Button>
        <ReasonButton
          intent="primary"
          loading={save.isPending}
          reason={refusal ?? problems[0] ?? null}
          onClick={() =>
            // The stamp of what was told of: whoever saves after that does so knowingly.
            save.mutate({ body: bodyOf(props.blockId, latest.stamp, saved, draft) })
          }
        >
          保存分配
        </ReasonButton>
      </div>
    </div>
  )
}

/** What speaks against an allocation, or that nothing does. */
function AllocationVerdict(props: {
  judged: ReturnType<typeof judgeDraft>
  /** Have schools too few markers, as it was saved? */
  hasGaps: boolean
}) {
  const { hasGaps } = props
  const { problems, idle, outside, surplus } = props.judged
  return (
    <div className={css['verdict']} role="status">
      {idle.length > 0 && (
        <StatusTag status="warn">{`${namesOf(idle)}没有任务量，领不到试卷`}</StatusTag>
      )}
      {outside !== '' && <StatusTag status="warn">{outside}</StatusTag>}
      {surplus > 0 && <StatusTag status="idle">{`任务量合计多出 ${surplus} 份`}</StatusTag>}
      {problems.length === 0
        ? !hasGaps && <StatusTag status="ok">分配可行</StatusTag>
        : problems.map((problem) => (
            <StatusTag key={problem} status="bad">
              {problem}
            </StatusTag>
          ))}
    </div>
  )
}
