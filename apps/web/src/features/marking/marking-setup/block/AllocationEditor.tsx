import { Button, Callout } from '@blueprintjs/core'
import { ALLOC_MODES } from '@hengjuan/domain'
import { ReasonButton, Segmented } from '@hengjuan/ui'
import { bodyOf } from './allocation-draft.ts'
import { kindOf } from './editor-markers.ts'
import { OthersChanged } from './OthersChanged.tsx'
import { PartTable } from './PartTable.tsx'
import { gapText } from './school-gaps.ts'
import { ShareTable } from './ShareTable.tsx'
import { StaffPicker } from './StaffPicker.tsx'
import css from './setup.module.css'
import { type EditorProps, useAllocationDraft } from './use-allocation-draft.ts'
import { AllocationVerdict } from './AllocationVerdict.tsx'

/** The allocation of one block while it is changed. */
export function AllocationEditor(props: EditorProps) {
  const { latest, staff, mayChange } = props
  const {
    saved,
    mode,
    setMode,
    isByWeight,
    setByWeight,
    markers,
    setMarkers,
    leaderIds,
    setLeaderIds,
    save,
    news,
    refusal,
    schoolOf,
    isJoint,
    draft,
    judged,
    change,
    add,
    share,
  } = useAllocationDraft(props)
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
            setLeaderIds((now) =>
              now.includes(user_id) ? now.filter((id) => id !== user_id) : [...now, user_id],
            )
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
            onChange={setMode}
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
                onChange={(value) => {
                  setByWeight(value === 1)
                  // What was typed and is no number was about the other column.
                  setMarkers((now) => now.map((one) => ({ ...one, wrong: null })))
                }}
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
        onChange={change}
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
      {news.length > 0 && mayChange && <OthersChanged news={news} onReload={props.onReload} />}
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
