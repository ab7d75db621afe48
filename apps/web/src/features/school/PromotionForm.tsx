import { Checkbox } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { promotion } from '@hengjuan/contracts'
import { gradeLabel } from '@hengjuan/domain'
import { ConfirmDialog, EmptyState, ReasonButton, Segmented, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import css from './school.module.css'
import { type Plan, type PlanRow, type Exception, DIRECTORS } from './promotion-plan.ts'
import { PromotionExceptions } from './PromotionExceptions.tsx'
import { PromotionTable } from './PromotionTable.tsx'

export function PromotionForm({ plan }: { plan: Plan }) {
  const [rows, setRows] = useState<readonly PlanRow[]>(plan.rows)
  const [directors, setDirectors] = useState<'move' | 'stay'>('move')
  const graduating = plan.rows.filter(({ action }) => action === 'graduate')
  const [cleared, setCleared] = useState<ReadonlySet<number>>(
    new Set(graduating.map(({ grade_id }) => grade_id)),
  )
  const [exceptions, setExceptions] = useState<readonly Exception[]>([])
  const [isAsking, setAsking] = useState(false)
  const cache = useQueryClient()
  const body = {
    year: plan.year,
    rows: sentRows(rows),
    students: exceptions.map(({ student_id, action }) => ({ student_id, action })),
    directors,
    clear_grades: [...cleared],
  }
  const check = useCall(promotion, { onSuccess: (next) => setRows(next.rows) })
  const apply = useCall(promotion, {
    onSuccess: ({ changed, graduated }) => {
      setAsking(false)
      toast.done(`已升级 ${changed} 个班，${graduated} 名学生毕业`)
      return cache.invalidateQueries()
    },
  })
  const change = (classId: number, next: Partial<PlanRow>) => {
    const changed = rows.map((row) => (row.class_id === classId ? { ...row, ...next } : row))
    setRows(changed)
    check.mutate({
      body: {
        phase: 'plan',
        year: plan.year,
        rows: sentRows(changed),
      },
    })
  }
  if (plan.rows.length === 0)
    return (
      <EmptyState
        title="还没有班级"
        action={<Link to="/ClassesManager/students?import=1">导入学生名单</Link>}
      >
        先导入学生名单，班级会随之建立。
      </EmptyState>
    )
  const problems = rows.filter(({ problem }) => problem !== null).length
  const grades = [...new Set(plan.rows.map(({ grade_id }) => grade_id))]
  const moving = rows.filter(({ action }) => action !== 'keep').length
  const leaving = rows
    .filter(({ action, kind }) => action === 'graduate' && kind === 'admin')
    .reduce((sum, { students }) => sum + students, 0)
  return (
    <>
      {plan.checks.map(({ text, link }) => (
        <p key={text} className={css['warning']}>
          ! {text} {link !== null && <Link to={link}>去查看</Link>}
        </p>
      ))}
      <PromotionTable plan={plan} rows={rows} onChange={change} />
      <h3 className={css['section']}>留级、休学与离校</h3>
      <PromotionExceptions list={exceptions} onChange={setExceptions} />
      <h3 className={css['section']}>教职工</h3>
      <div className={css['pair']}>
        年级主任、年级组长、备课组长
        <Segmented
          label="年级主任等"
          options={DIRECTORS}
          value={directors}
          onChange={setDirectors}
        />
      </div>
      <div className={css['pair']}>
        清空班主任与任课：
        {grades.map((gradeId) => (
          <Checkbox
            key={gradeId}
            style={{ margin: 0 }}
            label={`现${gradeLabel(gradeId)}`}
            checked={cleared.has(gradeId)}
            onChange={() => {
              const next = new Set(cleared)
              if (!next.delete(gradeId)) next.add(gradeId)
              setCleared(next)
            }}
          />
        ))}
      </div>
      <p className={css['note']}>没有勾选的年级，班主任和任课教师随班上升。</p>
      <ReasonButton
        intent="primary"
        loading={check.isPending}
        reason={problems > 0 ? `还有 ${problems} 处要改` : moving === 0 ? '没有要升级的班级' : null}
        onClick={() => setAsking(true)}
      >
        {plan.title}：{moving} 个班
      </ReasonButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={plan.title}
        effect={`将升级 ${moving} 个班，${leaving} 名学生毕业${exceptions.length > 0 ? `，另外处理 ${exceptions.length} 名学生` : ''}。`}
        confirmText={`升级 ${moving} 个班`}
        isPending={apply.isPending}
        error={apply.error}
        onConfirm={() => apply.mutate({ body: { phase: 'apply', ...body } })}
        onClose={() => setAsking(false)}
      >
        <p>30 天内、在升级后的班级新建考试之前可以整体撤销。过去的考试和报表保持当时的班级名称。</p>
      </ConfirmDialog>
    </>
  )
}

/** The plan as it is sent: what was decided, without what is only shown. */
const sentRows = (rows: readonly PlanRow[]) =>
  rows.map(({ class_id, action, to_grade, to_name, into_id }) => ({
    class_id,
    action,
    to_grade,
    to_name,
    into_id,
  }))
