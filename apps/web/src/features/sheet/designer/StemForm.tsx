import { Button, FileInput, TextArea } from '@blueprintjs/core'
import { type ChangeEvent, useState } from 'react'
import { isObjective, type Question } from '../draft.ts'
import css from './designer.module.css'

/** Pictures that stand under the texts of questions, where these are answered on screen. */
export interface Figures {
  /** Null while it is not known. */
  urlOf: (hash: string) => string | null
  /** Keeps a picture. @returns its hash; null where that failed, which was said */
  add: (file: File) => Promise<string | null>
}

/** As many as a question may have. */
const MOST = 6

/** The text of a question, as it will stand on the sheet or on the screen; every letter shows at once. */
export function StemForm(props: {
  question: Question
  isFixed: boolean
  /** Null where the text is printed. */
  figures: Figures | null
  onChange: (change: Pick<Question, 'stem' | 'pictures'>) => void
}) {
  const { question, figures } = props
  const label = `第 ${question.no} 题题干`
  return (
    <div className={css['stem']}>
      <strong>{label}</strong>
      <TextArea
        fill
        autoFocus
        aria-label={`${label}内容`}
        disabled={props.isFixed}
        placeholder={
          isObjective(question) ? '题目和选项，每个选项一行，如「A. 甲」' : '题目，可换行'
        }
        value={question.stem ?? ''}
        onChange={({ currentTarget }) => props.onChange({ stem: currentTarget.value })}
      />
      {figures ? (
        <FigureRow {...props} figures={figures} />
      ) : (
        <small>印在{isObjective(question) ? '填涂框' : '作答区'}上方；清空后不印。</small>
      )}
    </div>
  )
}

function FigureRow(props: Parameters<typeof StemForm>[0] & { figures: Figures }) {
  const { question, figures } = props
  const { pictures = [] } = question
  const [isAdding, setAdding] = useState(false)
  const add = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (!file) return
    setAdding(true)
    const hash = await figures.add(file)
    setAdding(false)
    if (hash !== null && !pictures.includes(hash)) props.onChange({ pictures: [...pictures, hash] })
  }
  return (
    <>
      {pictures.length > 0 && (
        <ul className={css['figures']}>
          {pictures.map((hash, at) => (
            <li key={hash}>
              <img
                src={figures.urlOf(hash) ?? undefined}
                alt={`第 ${question.no} 题插图 ${at + 1}`}
              />
              {!props.isFixed && (
                <Button
                  size="small"
                  variant="minimal"
                  onClick={() =>
                    props.onChange({ pictures: pictures.filter((one) => one !== hash) })
                  }
                >
                  删除
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!props.isFixed && pictures.length < MOST && (
        <FileInput
          size="small"
          text={isAdding ? '正在上传…' : '添加插图'}
          buttonText="选择"
          disabled={isAdding}
          inputProps={{
            accept: '.jpg,.jpeg,.png,.webp',
            'aria-label': `第 ${question.no} 题添加插图`,
          }}
          onInputChange={(event) => void add(event)}
        />
      )}
      <small>考生作答时看到题干和插图；选项按「A. …」每行一个，才能打乱次序。</small>
    </>
  )
}

/** The question with another text or other pictures; without them when nothing is left. */
export function withStem(before: Question, change: Pick<Question, 'stem' | 'pictures'>): Question {
  const { stem, pictures, ...question } = { ...before, ...change }
  return {
    ...question,
    ...(stem ? { stem } : {}),
    ...(pictures?.length ? { pictures } : {}),
  }
}
