import { Button, Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useCall, useCaller } from '@hengjuan/client/react'
import { type InputOf, promotion, type ReplyOf, studentList } from '@hengjuan/contracts'
import { classLabel, gradeLabel, PROMOTION_ACTIONS, type PromotionAction } from '@hengjuan/domain'
import {
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Panel,
  ReasonButton,
  SearchField,
  Segmented,
  SimpleTable,
  SkeletonLines,
  Time,
  toast,
} from '@hengjuan/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import css from './school.module.css'

type Plan = ReplyOf<typeof promotion>
type PlanRow = Plan['rows'][number]
type Body = InputOf<typeof promotion>['body']
type Exception = NonNullable<Body['students']>[number] & { name: string }

const ACTIONS = Object.entries(PROMOTION_ACTIONS).map(([value, label]) => ({ value, label }))
const DIRECTORS = [
  { value: 'move', label: '随年级上升' },
  { value: 'stay', label: '留在原年级' },
] as const
const EXCEPTIONS = [
  { value: 'repeat', label: '留级' },
  { value: 'suspended', label: '休学' },
  { value: 'left', label: '离校' },
] as const

/** One press into the next school year, and the way back. */
export function PromotionPanel(props: { year: number; onYear: (year: number) => void }) {
  const { year } = props
  const { call } = useCaller()
  const plan = useQuery({
    queryKey: [promotion.path, year],
    queryFn: () => call(promotion, { body: { phase: 'plan', year } }),
  })
  const { data, error } = plan
  if (error && !data) return <ErrorState error={error} onRetry={() => void plan.refetch()} />
  return (
    <Panel
      title={data?.title ?? '升级'}
      note="班级的年级和名称一起变化；考试、成绩和报表不变"
      actions={
        <HTMLSelect
          aria-label="学年"
          value={year}
          options={[year - 1, year, year + 1].map((one) => ({
            value: one,
            label: `${one}-${one + 1} 学年`,
          }))}
          onChange={({ currentTarget }) => props.onYear(Number(currentTarget.value))}
        />
      }
    >
      {!data && <SkeletonLines lines={8} />}
      {data?.done && <Done plan={data} done={data.done} />}
      {data && !data.done && <PlanForm key={year} plan={data} />}
    </Panel>
  )
}

function Done({ plan, done }: { plan: Plan; done: NonNullable<Plan['done']> }) {
  const cache = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const undo = useCall(promotion, {
    onSuccess: () => {
      setAsking(false)
      toast.done('已撤销升级，班级、学生和任课都已恢复')
      return cache.invalidateQueries()
    },
  })
  const problems = done.undo_problems
  return (
    <>
      <p>
        {plan.year} 学年已于 <Time at={done.at} /> 由 {done.by_name} 升级。
      </p>
      <ReasonButton
        reason={problems.length === 0 ? null : problems.join('；')}
        onClick={() => setAsking(true)}
      >
        撤销升级
      </ReasonButton>
      {problems.length > 0 && (
        <ul className={css['muted']}>
          {problems.map((problem) => (
            <li key={problem}>{problem}，不能再撤销</li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="撤销升级"
        effect={`将把所有班级、毕业的学生、身份和任课恢复到升入 ${plan.year} 学年之前。`}
        confirmText="撤销升级"
        isDestructive
        isPending={undo.isPending}
        error={undo.error}
        onConfirm={() => undo.mutate({ body: { phase: 'undo', year: plan.year } })}
        onClose={() => setAsking(false)}
      >
        <p>升级之后被单独调班或改状态的学生保持现在的样子。</p>
      </ConfirmDialog>
    </>
  )
}

function PlanForm({ plan }: { plan: Plan }) {
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
    rows: rows.map(({ class_id, action, to_grade, to_name, into_id }) => ({
      class_id,
      action,
      to_grade,
      to_name,
      into_id,
    })),
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
        rows: changed.map(({ class_id, action, to_grade, to_name, into_id }) => ({
          class_id,
          action,
          to_grade,
          to_name,
          into_id,
        })),
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
      <SimpleTable
        label="升级方案"
        columns={[
          {
            key: 'from',
            title: '现在',
            render: ({ grade_id, name }) => classLabel(grade_id, name),
          },
          { key: 'students', title: '学生', align: 'right', render: ({ students }) => students },
          {
            key: 'action',
            title: '处理',
            render: (row) => (
              <HTMLSelect
                minimal
                aria-label={`${classLabel(row.grade_id, row.name)}的处理`}
                value={row.action}
                options={ACTIONS}
                onChange={({ currentTarget }) =>
                  change(
                    row.class_id,
                    actionChange(row, currentTarget.value as PromotionAction, plan),
                  )
                }
              />
            ),
          },
          {
            key: 'to',
            title: '之后',
            render: (row) => (
              <span className={css['pair']}>
                {row.action === 'merge' ? (
                  <MergeInto row={row} rows={rows} onChange={change} />
                ) : (
                  <>
                    {!row.to_name.startsWith(gradeLabel(row.to_grade)) && gradeLabel(row.to_grade)}
                    <NameField row={row} onChange={change} />
                  </>
                )}
                {row.problem !== null && (
                  <span className={css['problem']} role="alert">
                    ✕ {row.problem}
                  </span>
                )}
              </span>
            ),
          },
        ]}
        rows={rows}
        rowKey={({ class_id }) => class_id}
        tone={({ action, problem }) =>
          problem !== null ? 'bad' : action === 'keep' ? 'muted' : undefined
        }
      />
      <h3 className={css['section']}>留级、休学与离校</h3>
      <Exceptions list={exceptions} onChange={setExceptions} />
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

/** What follows from another action: grade and name of the plan, or those that the class has. */
function actionChange(row: PlanRow, action: PromotionAction, plan: Plan): Partial<PlanRow> {
  const usual = plan.rows.find(({ class_id }) => class_id === row.class_id) ?? row
  if (action === usual.action)
    return { action, to_grade: usual.to_grade, to_name: usual.to_name, into_id: null }
  if (action === 'keep') return { action, to_grade: row.grade_id, to_name: row.name, into_id: null }
  if (action === 'merge')
    return { action, to_grade: usual.to_grade, to_name: usual.to_name, into_id: null }
  if (action === 'graduate')
    return {
      action,
      to_grade: row.grade_id >= 10 ? 103 : row.grade_id >= 7 ? 102 : 101,
      to_name: `${plan.year}届${row.name}`,
      into_id: null,
    }
  return { action, to_grade: row.grade_id + 1, to_name: row.name, into_id: null }
}

function NameField(props: {
  row: PlanRow
  onChange: (classId: number, next: Partial<PlanRow>) => void
}) {
  const { row } = props
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <InputGroup
      size="small"
      aria-label={`${classLabel(row.grade_id, row.name)}的新名称`}
      value={typed ?? row.to_name}
      maxLength={20}
      onValueChange={setTyped}
      onBlur={() => {
        if (typed !== null && typed !== row.to_name)
          props.onChange(row.class_id, { to_name: typed })
        setTyped(null)
      }}
    />
  )
}

function MergeInto(props: {
  row: PlanRow
  rows: readonly PlanRow[]
  onChange: (classId: number, next: Partial<PlanRow>) => void
}) {
  const { row } = props
  const others = props.rows.filter(
    (one) =>
      one.grade_id === row.grade_id && one.kind === row.kind && one.class_id !== row.class_id,
  )
  return (
    <HTMLSelect
      aria-label={`${classLabel(row.grade_id, row.name)}并入`}
      value={row.into_id ?? 0}
      options={[
        { value: 0, label: '请选择并入的班级' },
        ...others.map(({ class_id, name }) => ({ value: class_id, label: `并入 ${name}` })),
      ]}
      onChange={({ currentTarget }) =>
        props.onChange(row.class_id, { into_id: Number(currentTarget.value) || null })
      }
    />
  )
}

function Exceptions(props: {
  list: readonly Exception[]
  onChange: (list: readonly Exception[]) => void
}) {
  const { list, onChange } = props
  const { call } = useCaller()
  const [keyword, setKeyword] = useState('')
  const found = useQuery({
    queryKey: [studentList.path, 'exceptions', keyword],
    queryFn: () => call(studentList, { query: { keyword, limit: 8 } }),
    enabled: keyword.trim() !== '',
  })
  const known = new Set(list.map(({ student_id }) => student_id))
  return (
    <>
      <SearchField value={keyword} onChange={setKeyword} placeholder="搜索不随班升级的学生" />
      {keyword.trim() !== '' && (
        <div className={css['picked']}>
          {found.data?.list.length === 0 && '没有找到'}
          {found.data?.list
            .filter(({ student_id }) => !known.has(student_id))
            .map((one) => (
              <Button
                key={one.student_id}
                size="small"
                onClick={() => {
                  onChange([
                    ...list,
                    {
                      student_id: one.student_id,
                      action: 'repeat',
                      name: `${one.name}（${classLabel(one.grade_id, one.class_name)}）`,
                    },
                  ])
                  setKeyword('')
                }}
              >
                {one.name} {classLabel(one.grade_id, one.class_name)}
              </Button>
            ))}
        </div>
      )}
      {list.map((one) => (
        <div key={one.student_id} className={css['pair']}>
          {one.name}
          <HTMLSelect
            aria-label={`${one.name}的处理`}
            value={one.action}
            options={[...EXCEPTIONS]}
            onChange={({ currentTarget }) =>
              onChange(
                list.map((other) =>
                  other.student_id === one.student_id
                    ? { ...other, action: currentTarget.value as Exception['action'] }
                    : other,
                ),
              )
            }
          />
          <Button
            size="small"
            variant="minimal"
            onClick={() => onChange(list.filter((other) => other !== one))}
          >
            移除
          </Button>
        </div>
      ))}
    </>
  )
}
