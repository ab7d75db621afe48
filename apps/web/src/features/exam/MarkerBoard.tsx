import { Button, Checkbox, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { type examMarkers, type ReplyOf, type schoolMarkers } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { EmptyState, Panel } from '@hengjuan/ui'
import { useState } from 'react'
import css from './exam.module.css'

type Subject = ReplyOf<typeof examMarkers>[number]
type Block = Subject['blocks'][number]
type Teacher = ReplyOf<typeof schoolMarkers>[number]

export interface BlockPeople {
  block_id: number
  marker_ids: number[]
  leader_ids: number[]
}

interface MarkerBoardProps {
  subject: Subject
  teachers: readonly Teacher[]
  mayEdit: boolean
  isPending: boolean
  onSave: (blocks: BlockPeople[]) => void
}

/** Who marks and leads each block of a subject. */
export function MarkerBoard(props: MarkerBoardProps) {
  const { subject } = props
  const [open, setOpen] = useState<{ block: Block | null; duty: 'marker' | 'leader' } | null>(null)
  const edit = (block: Block | null, duty: 'marker' | 'leader') => setOpen({ block, duty })
  return (
    <Panel
      title={subject.subject_name}
      note={`${subject.blocks.length} 个题块`}
      flush
      actions={
        props.mayEdit &&
        subject.blocks.length > 0 && (
          <>
            <Button onClick={() => edit(null, 'marker')}>全部题块阅卷教师</Button>
            <Button onClick={() => edit(null, 'leader')}>全部题块负责人</Button>
          </>
        )
      }
    >
      {subject.blocks.length === 0 ? (
        <EmptyState title="还没有题块">保存答题卡后，主观题会按题块列在这里。</EmptyState>
      ) : (
        <table className={`bp6-html-table bp6-compact ${css['board']}`} style={{ width: '100%' }}>
          <thead>
            <tr>
              <th style={{ width: 160 }}>题块</th>
              <th style={{ width: 80 }}>满分</th>
              <th style={{ width: 140 }}>评卷方式</th>
              <th>阅卷教师</th>
              <th style={{ width: 280 }}>负责人（仲裁）</th>
            </tr>
          </thead>
          <tbody>
            {subject.blocks.map((block) => (
              <tr key={block.block_id}>
                <td>{block.name}</td>
                <td>{formatMilli(block.full_milli)}</td>
                <td>{block.mark_mode_name}</td>
                {(['marker', 'leader'] as const).map((duty) => (
                  <td key={duty}>
                    <People
                      people={block.people.filter((person) => person.duty === duty)}
                      onEdit={props.mayEdit ? () => edit(block, duty) : null}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {open && (
        <PickDialog
          {...props}
          block={open.block}
          duty={open.duty}
          onClose={() => setOpen(null)}
          onSave={(blocks) => {
            props.onSave(blocks)
            setOpen(null)
          }}
        />
      )}
    </Panel>
  )
}

function People(props: { people: Block['people']; onEdit: (() => void) | null }) {
  return (
    <span className={css['people']}>
      {props.people.map(({ user_id, name, readings }) => (
        <span
          key={user_id}
          className={css['person']}
          title={readings > 0 ? `已评阅 ${readings} 份` : '还没有评阅'}
        >
          {name}
          {readings > 0 && <small className={css['muted']}> {readings}</small>}
        </span>
      ))}
      {props.people.length === 0 && <span className={css['muted']}>未设置</span>}
      {props.onEdit && (
        <Button size="small" variant="minimal" onClick={props.onEdit}>
          修改
        </Button>
      )}
    </span>
  )
}

/** Ticks people for one block, or for all blocks of the subject at once. */
function PickDialog(
  props: MarkerBoardProps & {
    block: Block | null
    duty: 'marker' | 'leader'
    onClose: () => void
  },
) {
  const { subject, block, duty } = props
  const blocks = block ? [block] : subject.blocks
  const [chosen, setChosen] = useState(
    () =>
      new Set(
        blocks.flatMap(({ people }) =>
          people.filter((person) => person.duty === duty).map(({ user_id }) => user_id),
        ),
      ),
  )
  const [keyword, setKeyword] = useState('')
  const [isAll, setAll] = useState(false)
  const shown = props.teachers.filter(
    ({ name, account, subject_ids, user_id }) =>
      (isAll || chosen.has(user_id) || subject_ids.includes(subject.subject_id)) &&
      (name.includes(keyword.trim()) || account.includes(keyword.trim())),
  )
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const word = duty === 'marker' ? '阅卷教师' : '负责人'
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={`${subject.subject_name}${block ? ` ${block.name}` : ' 全部题块'}：${word}`}
      style={{ width: 560 }}
    >
      <DialogBody>
        <InputGroup
          autoFocus
          placeholder="按姓名或账号查找"
          value={keyword}
          onValueChange={setKeyword}
        />
        <div className={css['pickList']}>
          {shown.map(({ user_id, name, account }) => (
            <Checkbox
              key={user_id}
              checked={chosen.has(user_id)}
              onChange={() => toggle(user_id)}
              label={`${name}（${account}）`}
            />
          ))}
          {shown.length === 0 && <span className={css['muted']}>没有符合条件的教师</span>}
        </div>
        <Checkbox
          checked={isAll}
          onChange={() => setAll(!isAll)}
          label={`显示其他学科的教师（共 ${props.teachers.length} 人）`}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <Button
              intent="primary"
              loading={props.isPending}
              onClick={() => props.onSave(blocks.map((one) => peopleOf(one, duty, [...chosen])))}
            >
              保存 {chosen.size} 人
            </Button>
          </>
        }
      />
    </Dialog>
  )
}

function peopleOf(block: Block, duty: 'marker' | 'leader', ids: number[]): BlockPeople {
  const held = (one: string) =>
    block.people.filter((person) => person.duty === one).map(({ user_id }) => user_id)
  return {
    block_id: block.block_id,
    marker_ids: duty === 'marker' ? ids : held('marker'),
    leader_ids: duty === 'leader' ? ids : held('leader'),
  }
}
