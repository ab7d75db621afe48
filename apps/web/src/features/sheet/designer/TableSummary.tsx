import { type AnswerSheetType, formatMilli, SHEET_TYPE_RULES } from '@hengjuan/domain'
import { blocksOf } from '@hengjuan/sheet/layout'
import { isObjective, questionsOf, type Draft } from '../draft.ts'
import css from './designer.module.css'

const IMPORTED = {
  title: '导入的答题卡',
  text: '版面和题目来自导入的文件，在「调整坐标」页核对；这里可以修改答案，下载的 PDF 就是导入的页面。',
}
const WORDS: Partial<Record<AnswerSheetType, typeof IMPORTED>> = {
  3: {
    title: '线上考试，不印答题卡',
    text: '考生在线作答：客观题按答案判分，其余按题块在线评阅。没有打印、扫描和坐标。',
  },
  5: {
    title: '成绩导入，不印答题卡',
    text: '分数由成绩表导入。这里只定题目和满分，导入时按题号核对；不设答案，不分题块。',
  },
  7: {
    title: '原卷作答',
    text: '考生直接写在试卷上：题目和坐标来自导入的试卷，在「调整坐标」页核对；这里可以修改答案，下载的 PDF 就是原卷。',
  },
}

/** In place of the page where none is drawn here: what the question table comes to. */
export function TableSummary({ design, type }: { design: Draft; type: AnswerSheetType }) {
  const questions = questionsOf(design)
  const objective = questions.filter(isObjective)
  const words = WORDS[type] ?? IMPORTED
  const { isMarked } = SHEET_TYPE_RULES[type]
  const blocks = isMarked
    ? blocksOf({ ...design, id: 'draft', sheetCode: 0, schoolName: '' } as never)
    : []
  return (
    <div className={css['summary']}>
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      {questions.length === 0 ? (
        <p>还没有题目：在左边录入题目清单，或逐题添加。</p>
      ) : (
        <table className={css['summaryTable']}>
          <thead>
            <tr>
              <th>{isMarked ? '题块' : '大题'}</th>
              <th>题目</th>
              <th>满分</th>
            </tr>
          </thead>
          <tbody>
            {isMarked ? (
              <>
                {objective.length > 0 && (
                  <Row
                    name="客观题（机器判分）"
                    nos={objective.map(({ no }) => no)}
                    fullMilli={objective.reduce((sum, { fullMilli }) => sum + fullMilli, 0)}
                  />
                )}
                {blocks.map(({ key, name, questionNos, fullMilli }) => (
                  <Row key={key} name={name} nos={questionNos} fullMilli={fullMilli} />
                ))}
              </>
            ) : (
              design.sections.map(({ title, questions: own }, index) => (
                <Row
                  key={index}
                  name={title}
                  nos={own.map(({ no }) => no)}
                  fullMilli={own.reduce((sum, { fullMilli }) => sum + fullMilli, 0)}
                />
              ))
            )}
          </tbody>
        </table>
      )}
    </div>
  )
}

const Row = ({ name, nos, fullMilli }: { name: string; nos: string[]; fullMilli: number }) => (
  <tr>
    <td>{name}</td>
    <td>{nos.length > 6 ? `${nos[0]} 至 ${nos.at(-1)}，共 ${nos.length} 题` : nos.join('、')}</td>
    <td>{formatMilli(fullMilli)} 分</td>
  </tr>
)
