import { Button, InputGroup } from '@blueprintjs/core'
import { StatusTag } from '@hengjuan/ui'
import type { Block } from './block-draft.ts'
import css from './blocks.module.css'

/** The blocks with their names, questions and frames; questions are added and taken out here. */
export function BlockList(props: {
  blocks: readonly Block[]
  /** Knowledge points by question. */
  knowledge: Readonly<Record<string, string[]>>
  /** There is a page to draw frames on. */
  hasPages: boolean
  /** Numbers of the questions that a person marks, in printed order. */
  questions: readonly string[]
  currentKey: string | null
  mayEdit: boolean
  wrongKeys: ReadonlySet<string>
  onPick: (key: string) => void
  onRename: (key: string, name: string) => void
  onBind: (no: string, key: string | null) => void
  onRemove: (key: string) => void
}) {
  const free = props.questions.filter(
    (no) => !props.blocks.some(({ question_nos }) => question_nos.includes(no)),
  )
  return (
    <ul className={css['blocks']} aria-label="题块">
      {props.blocks.map((block, at) => {
        const isCurrent = block.block_key === props.currentKey
        return (
          <li
            key={block.block_key}
            id={`block-${block.block_key}`}
            className={css['block']}
            data-current={isCurrent || undefined}
            data-colour={at % 6}
          >
            <div className={css['blockHead']}>
              <button
                type="button"
                className={css['swatch']}
                aria-label={`选择题块 ${block.name}`}
                aria-pressed={isCurrent}
                onClick={() => props.onPick(block.block_key)}
              />
              <InputGroup
                size="small"
                fill
                aria-label={`题块名称 ${block.name}`}
                value={block.name}
                maxLength={30}
                disabled={!props.mayEdit}
                onFocus={() => props.onPick(block.block_key)}
                onValueChange={(name) => props.onRename(block.block_key, name)}
              />
              {props.wrongKeys.has(block.block_key) && <StatusTag status="bad">有误</StatusTag>}
              {props.mayEdit && (
                <Button
                  size="small"
                  variant="minimal"
                  aria-label={`删除题块 ${block.name}`}
                  onClick={() => props.onRemove(block.block_key)}
                >
                  删除
                </Button>
              )}
            </div>
            <div className={css['chips']}>
              {block.question_nos.map((no) => (
                <button
                  key={no}
                  type="button"
                  className={css['chip']}
                  disabled={!props.mayEdit}
                  title="移出题块"
                  aria-label={`第 ${no} 题，移出题块`}
                  onFocus={() => props.onPick(block.block_key)}
                  onClick={() => props.onBind(no, null)}
                >
                  {no} ×
                </button>
              ))}
              {isCurrent && props.mayEdit && free.length > 0 && (
                <select
                  className={css['adder']}
                  aria-label={`添加题目到 ${block.name}`}
                  value=""
                  onChange={({ currentTarget }) =>
                    props.onBind(currentTarget.value, block.block_key)
                  }
                >
                  <option value="">＋ 题目</option>
                  {free.map((no) => (
                    <option key={no} value={no}>
                      第 {no} 题
                    </option>
                  ))}
                </select>
              )}
              {props.hasPages && <span className={css['quiet']}>{block.regions.length} 个框</span>}
            </div>
            <Knowledge nos={block.question_nos} points={props.knowledge} />
          </li>
        )
      })}
    </ul>
  )
}

/** What the questions of a block are about, each point once. */
function Knowledge(props: { nos: readonly string[]; points: Readonly<Record<string, string[]>> }) {
  const points = [...new Set(props.nos.flatMap((no) => props.points[no] ?? []))]
  if (points.length === 0) return null
  return <p className={css['knowledge']}>知识点：{points.join('、')}</p>
}
