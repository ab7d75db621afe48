import {
  Button,
  Callout,
  Checkbox,
  Dialog,
  DialogBody,
  DialogFooter,
  InputGroup,
} from '@blueprintjs/core'
import { type examMarkers, type ReplyOf, type schoolMarkers } from '@hengjuan/contracts'
import { formatMilli, holdsText } from '@hengjuan/domain'
import { EmptyState, Panel, sentenceOf, SimpleTable } from '@hengjuan/ui'
import { useState } from 'react'
import { heldIn, newsOf } from './marker-news.ts'
import css from './exam.module.css'

type Subject = ReplyOf<typeof examMarkers>[number]
type Block = Subject['blocks'][number]
type Teacher = ReplyOf<typeof schoolMarkers>[number]

type Duty = 'marker' | 'leader'

export interface BlockPeople {
  block_id: number
  marker_ids: number[]
  leader_ids: number[]
  /** Those who are set, as they were shown. */
  seen: { marker_ids: number[]; leader_ids: number[] }
}

interface MarkerBoardProps {
  subject: Subject
  teachers: readonly Teacher[]
  mayEdit: boolean
  isPending: boolean
  error: Error | null
  /** A list is opened to be changed: what was said of the last one is over. */
  onEdit: () => void
  onSave: (blocks: BlockPeople[], onSaved: () => void) => void
}

/** Who marks and leads each block of a subject. */
export function MarkerBoard(props: MarkerBoardProps) {
  const { subject } = props
  const [open, setOpen] = useState<{ block: Block | null; duty: Duty } | null>(null)
  const edit = (block: Block | null, duty: Duty) => {
    props.onEdit()
    setOpen({ block, duty })
  }
  const people = (block: Block, duty: Duty) => (
    <People
      people={block.people.filter((person) => person.duty === duty)}
      onEdit={props.mayEdit ? () => edit(block, duty) : null}
    />
  )
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
        <SimpleTable
          label={`${subject.subject_name}的阅卷人员`}
          columns={[
            { key: 'name', title: '题块', width: 160, render: ({ name }) => name },
            {
              key: 'full',
              title: '满分',
              width: 80,
              render: ({ full_milli }) => formatMilli(full_milli),
            },
            {
              key: 'mode',
              title: '评卷方式',
              width: 140,
              render: ({ mark_mode_name }) => mark_mode_name,
            },
            { key: 'marker', title: '阅卷教师', render: (block) => people(block, 'marker') },
            {
              key: 'leader',
              title: '负责人（仲裁）',
              width: 280,
              render: (block) => people(block, 'leader'),
            },
          ]}
          rows={subject.blocks}
          rowKey={({ block_id }) => block_id}
        />
      )}
      {open && (
        <PickDialog
          {...props}
          blocks={subject.blocks.filter(
            ({ block_id }) => open.block === null || block_id === open.block.block_id,
          )}
          isOne={open.block !== null}
          duty={open.duty}
          onClose={() => setOpen(null)}
          onSave={(blocks) => props.onSave(blocks, () => setOpen(null))}
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
  props: Omit<MarkerBoardProps, 'onSave'> & {
    /** As they are set by now. */
    blocks: readonly Block[]
    isOne: boolean
    duty: Duty
    onClose: () => void
    onSave: (blocks: BlockPeople[]) => void
  },
) {
  const { subject, blocks, duty } = props
  const [known, setKnown] = useState(blocks)
  const [chosen, setChosen] = useState(() => everybody(blocks, duty))
  // While it is being saved, what is new is that.
  const news = props.isPending ? [] : newsOf(known, blocks, duty)
  const load = () => {
    props.onEdit()
    setKnown(blocks)
    setChosen(everybody(blocks, duty))
  }
  const [keyword, setKeyword] = useState('')
  const [isAll, setAll] = useState(false)
  const shown = props.teachers.filter(
    ({ name, account, subject_ids, user_id }) =>
      (isAll || chosen.has(user_id) || subject_ids.includes(subject.subject_id)) &&
      (holdsText(name, keyword) || holdsText(account, keyword)),
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
      title={`${subject.subject_name}${props.isOne ? ` ${blocks[0]?.name}` : ' 全部题块'}：${word}`}
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
        {news.length > 0 && (
          <Callout compact intent="warning" role="status" title={`其他人刚修改了${word}`}>
            {news.map((text) => (
              <p key={text}>{text}</p>
            ))}
            <p>您勾选的还在。保存即以您勾选的为准；要保留对方的修改，请先载入。</p>
            <Button size="small" onClick={load}>
              放弃我的修改，载入最新人员
            </Button>
          </Callout>
        )}
        {props.error && (
          <p className={css['problem']} role="alert">
            ✕ {sentenceOf(props.error)}
          </p>
        )}
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

function peopleOf(block: Block, duty: Duty, ids: number[]): BlockPeople {
  const seen = { marker_ids: heldIn(block, 'marker'), leader_ids: heldIn(block, 'leader') }
  return { block_id: block.block_id, ...seen, [`${duty}_ids`]: ids, seen }
}

const everybody = (blocks: readonly Block[], duty: Duty): Set<number> =>
  new Set(blocks.flatMap((block) => heldIn(block, duty)))
