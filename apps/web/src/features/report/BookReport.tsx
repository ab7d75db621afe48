import { HTMLSelect, Switch } from '@blueprintjs/core'
import { bookReport, type BookRow, type ReplyOf, type reportBook } from '@hengjuan/contracts'
import { formatPercent } from '@hengjuan/domain'
import { filter, FilterField, Panel, SearchField, SideDrawer, useUrlFilters } from '@hengjuan/ui'
import { Link } from 'react-router'
import { Answer, subjectOf } from './Answer.tsx'
import { reportAddress } from './report-address.ts'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'
import { useReportFilters } from './use-report-filters.ts'

const THRESHOLDS = [40, 50, 60, 70, 80]
const BACKS = [1, 2, 3, 5]
const ALL = 5000
const filters = {
  keyword: filter.text(),
  threshold: filter.number(60),
  common: filter.oneOf(['all', 'only'], 'all'),
  back: filter.number(0),
  sort: filter.oneOf(['no', 'point'], 'no'),
  pictures: filter.oneOf(['on', 'off'], 'off'),
  /** Whose answer is open, and to which question. */
  open: filter.id(),
  no: filter.text(),
}
/** More answers than this are no page to read or print. */
const MOST_PICTURES = 60

/** What each student lost points in; the file is the book. @source reports P19 */
export function BookReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { keyword, common } = values
  const threshold = THRESHOLDS.includes(values.threshold) ? values.threshold : 60
  const back = BACKS.includes(values.back) ? values.back : 0
  return (
    <ReportPage
      report={bookReport}
      page="book"
      mayExport={props.mayExport}
      rowKey={({ paper_candidate_id, no }) => `${paper_candidate_id} ${no}`}
      query={{
        threshold,
        common,
        ...(keyword === '' ? {} : { keyword }),
        ...(back > 0 ? { back } : {}),
        ...(values.sort === 'point' ? { sort: 'point' } : {}),
        ...(values.pictures === 'on' ? { pictures: 'on' } : {}),
      }}
      pageOnly={{ limit: ALL }}
      chips={[
        `主观题得分率低于 ${threshold}%`,
        ...(common === 'only' ? ['只列班级共性错题'] : []),
        ...(back > 0 ? [`连同前 ${back} 场`] : []),
        ...(values.sort === 'point' ? ['按知识点排列'] : []),
        ...(keyword === '' ? [] : [`查找「${keyword}」`]),
      ]}
      note="点姓名查看学生，点题号查看题目，点一行看作答"
      onOpenRow={(row) => set({ open: row.paper_candidate_id, no: row.no })}
      currentKey={values.open === null ? null : `${values.open} ${values.no}`}
      renderCells={() => ({ no: (row: BookRow) => <QuestionOf row={row} /> })}
      renderBelow={(reply) => (
        <>
          {values.pictures === 'on' && <AnswersBelow reply={reply} />}
          <AnswerOfRow
            reply={reply}
            row={
              reply.list.find(
                (row) => row.paper_candidate_id === values.open && row.no === values.no,
              ) ?? null
            }
            onClose={() => set({ open: null, no: '' })}
          />
        </>
      )}
      renderFilters={() => (
        <>
          <FilterField label="主观题低于">
            <HTMLSelect
              value={threshold}
              onChange={({ currentTarget }) => set({ threshold: Number(currentTarget.value) })}
            >
              {THRESHOLDS.map((one) => (
                <option key={one} value={one}>
                  {one}%
                </option>
              ))}
            </HTMLSelect>
          </FilterField>
          <FilterField label="考试">
            <HTMLSelect
              value={back}
              onChange={({ currentTarget }) => set({ back: Number(currentTarget.value) })}
            >
              <option value={0}>只本场</option>
              {BACKS.map((one) => (
                <option key={one} value={one}>
                  连同前 {one} 场
                </option>
              ))}
            </HTMLSelect>
          </FilterField>
          <FilterField label="排列">
            <HTMLSelect
              value={values.sort}
              onChange={({ currentTarget }) =>
                set({ sort: currentTarget.value === 'point' ? 'point' : 'no' })
              }
            >
              <option value="no">按题号</option>
              <option value="point">按知识点</option>
            </HTMLSelect>
          </FilterField>
          <Switch
            className={css['switch'] ?? ''}
            checked={common === 'only'}
            label="只看共性错题"
            onChange={() => set({ common: common === 'only' ? 'all' : 'only' })}
          />
          <Switch
            className={css['switch'] ?? ''}
            checked={values.pictures === 'on'}
            label="附作答图像"
            onChange={() => set({ pictures: values.pictures === 'on' ? 'off' : 'on' })}
          />
          <SearchField
            value={keyword}
            onChange={(next) => set({ keyword: next })}
            placeholder="姓名或考号"
          />
        </>
      )}
      empty={{ title: '没有错题', text: '请换一个班级、科目，或调高主观题的界线。' }}
    />
  )
}

/** The question, in the exam that it is of. */
function QuestionOf({ row }: { row: BookRow }) {
  const { kept } = useReportFilters()
  // Another exam has other classes and versions.
  const there =
    row.exam_id === kept.exam_id
      ? kept
      : { exam_id: row.exam_id, subject_id: kept.subject_id ?? null }
  const address = reportAddress('little', there, { open: row.no })
  return <Link to={address}>{row.no}</Link>
}

type Reply = ReplyOf<typeof reportBook>

/** One wrong answer: the writing, how the class did, and a line for why. */
function AnswerOfRow(props: { reply: Reply; row: BookRow | null; onClose: () => void }) {
  const { row, reply } = props
  return (
    <SideDrawer
      isOpen={row !== null}
      onClose={props.onClose}
      size="min(640px, 92vw)"
      title={row ? `${row.student_name} · ${row.class_name}` : ''}
    >
      {row && (
        <div className={css['drawer']}>
          <WrongAnswer reply={reply} row={row} />
        </div>
      )}
    </SideDrawer>
  )
}

function WrongAnswer({ reply, row }: { reply: Reply; row: BookRow }) {
  const { subjectId } = useReportFilters()
  const { num, den } = row.class_rate
  return (
    <div className={css['wrongAnswer']}>
      <Answer
        subjectId={subjectOf(reply, subjectId)}
        examId={row.exam_id}
        candidateId={row.paper_candidate_id}
        no={row.no}
      />
      <p className={css['quiet']}>
        {reply.exams.length > 1 && `${row.exam_name}，`}
        {row.type_name}
        {den > 0 && `，班级得分率 ${formatPercent(num, den)}`}
        {row.common && '，班级共性错题'}
      </p>
      <p className={css['causeLine']}>错因：</p>
    </div>
  )
}

/** The book as it is printed: each wrong answer with its picture and a line for the cause. @source reports P19 */
function AnswersBelow({ reply }: { reply: Reply }) {
  if (reply.list.length > MOST_PICTURES)
    return (
      <Panel>
        <p className={css['quiet']}>
          共 {reply.list.length} 道错题，超过 {MOST_PICTURES}{' '}
          道不一次显示图像：请选一个班级并查找一个学生，或「生成 PDF」得到附图像的整本。
        </p>
      </Panel>
    )
  return (
    <Panel title="作答图像" note="可直接打印">
      {reply.list.map((row) => (
        <section
          key={`${row.paper_candidate_id} ${row.question_id}`}
          aria-label={`${row.student_name}第 ${row.no} 题`}
        >
          <h3>{row.student_name}</h3>
          <WrongAnswer reply={reply} row={row} />
        </section>
      ))}
    </Panel>
  )
}
