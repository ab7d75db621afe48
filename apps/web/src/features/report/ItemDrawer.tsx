import { formatMilli } from '@hengjuan/domain'
import { ChartFigure, SideDrawer, StatusTag } from '@hengjuan/ui'
import { ItemExamples } from './ItemExamples.tsx'
import type { ItemRow } from '@hengjuan/contracts'
import { Link } from 'react-router'
import { reportAddress } from './report-address.ts'
import css from './report.module.css'
import { useReportFilters } from './use-report-filters.ts'
import { indexText, meanText, percentText, percentValue, shareOf } from './words.ts'

/** One question: who chose what, and each class's rate. */
export function ItemDrawer(props: {
  item: ItemRow | null
  classes: readonly { class_id: number; class_name: string }[]
  /** Whose examples are shown. */
  subject: { examId: number; subjectId: number }
  onClose: () => void
}) {
  const { item } = props
  return (
    <SideDrawer
      isOpen={item !== null}
      onClose={props.onClose}
      size="min(560px, 90vw)"
      title={item ? `第 ${item.no} 题 · ${item.type_name}` : ''}
    >
      {item && <Content item={item} classes={props.classes} subject={props.subject} />}
    </SideDrawer>
  )
}

function Content(props: {
  item: ItemRow
  classes: readonly { class_id: number; class_name: string }[]
  subject: { examId: number; subjectId: number }
}) {
  const { item } = props
  return (
    <div className={css['drawer']}>
      <dl className={css['facts']}>
        <div>
          <dt>满分</dt>
          <dd>{formatMilli(item.full_milli)}</dd>
        </div>
        <div>
          <dt>均分</dt>
          <dd>{meanText(item.mean_milli)}</dd>
        </div>
        <div>
          <dt>得分率</dt>
          <dd>{percentText(item.rate)}</dd>
        </div>
        <div>
          <dt>难度</dt>
          <dd>{indexText(item.difficulty)}</dd>
        </div>
        <div>
          <dt>区分度</dt>
          <dd>{indexText(item.distinction)}</dd>
        </div>
      </dl>
      {item.points.length > 0 && <p className={css['quiet']}>知识点：{item.points.join('、')}</p>}
      {item.flags.length > 0 && (
        <ul className={css['itemFlags']} aria-label="需要留意">
          {item.flags.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      )}
      {item.no_mark > 0 && (
        <p className={css['quiet']}>
          另有 {item.no_mark} 人的作答按违纪或作废处理，不计入以上各项。
        </p>
      )}
      {item.options.length > 0 && (
        <table className={css['options']}>
          <caption>选项分布（多选题一人可计入多个选项）</caption>
          <thead>
            <tr>
              <th scope="col">选项</th>
              <th scope="col">人数</th>
              <th scope="col">占实考</th>
              <th aria-hidden="true" />
            </tr>
          </thead>
          <tbody>
            {item.options.map(({ option, count, ratio }) => {
              const isKey = item.key?.includes(option) ?? false
              return (
                <tr key={option} data-key={isKey || undefined}>
                  <th scope="row">
                    {option}
                    {isKey && <StatusTag status="ok">正确答案</StatusTag>}
                  </th>
                  <td>{count}</td>
                  <td>{percentText(ratio)}</td>
                  <td aria-hidden="true">
                    <span className={css['rateBar']} data-key={isKey || undefined}>
                      <span style={{ width: `${percentValue(ratio) ?? 0}%` }} />
                    </span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      <ChartFigure
        height={220}
        data={{
          kind: 'dots',
          title: '各班得分率',
          xTitle: '班级',
          yTitle: '得分率',
          figure: 'rate',
          labels: props.classes.map(({ class_name }) => class_name),
          series: [{ name: '得分率', values: item.by_class.map(shareOf) }],
        }}
      />
      <Curve item={item} />
      <SourceLinks no={item.no} hasPictures={!item.objective} />
      {!item.objective && <ItemExamples no={item.no} {...props.subject} />}
    </div>
  )
}

/** Rate of the question from the lowest tenth of the paper to the highest: of a good question it rises. @source reports P06 */
function Curve({ item }: { item: ItemRow }) {
  const known = item.curve.filter(({ n }) => n > 0)
  if (known.length < 2) return null
  return (
    <ChartFigure
      height={220}
      data={{
        kind: 'lines',
        title: '项目特征曲线',
        xTitle: '全卷得分率（人数）',
        yTitle: '本题得分率',
        figure: 'rate',
        labels: known.map(({ band, n }) => `${band}（${n}）`),
        series: [{ name: '本题得分率', values: known.map(({ rate }) => shareOf(rate)) }],
        n: known.reduce((sum, { n }) => sum + n, 0),
      }}
    />
  )
}

/** Down to the people and their writing. */
function SourceLinks({ no, hasPictures }: { no: string; hasPictures: boolean }) {
  const { kept } = useReportFilters()
  return (
    <p className={css['sources']}>
      <Link to={reportAddress('questionPeople', kept, { no })}>谁答了什么：逐个学生</Link>
      {hasPictures && (
        <Link to={reportAddress('gallery', kept, { no })}>作答图像：按得分与班级</Link>
      )}
    </p>
  )
}
