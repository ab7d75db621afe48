import { HTMLSelect, InputGroup, Tag } from '@blueprintjs/core'
import { WithReason } from '@hengjuan/ui'
import { QUALIFY_SOURCES } from '@hengjuan/domain'
import { useState } from 'react'
import type { Block, Patch, SettingsField } from './settings-field.ts'
import { type SettingsDraft, USUAL } from './use-settings-draft.ts'
import { shownOf, typedOf } from './settings-form.ts'
import css from './setup.module.css'

/** Stands where the blocks of the form differ. */
export const KEEP = '各不相同（保持不变）'

/** One setting of the form, with what is usual where that is chosen. */
export function SettingChoice({ field, draft }: { field: SettingsField; draft: SettingsDraft }) {
  const { blocks, wanted } = draft
  const refusal = draft.refusedBy(field)
  return (
    <div className={css['setting']}>
      <span>{field.label}</span>
      {field.free ? (
        <FreeChoice
          key={draft.source?.block_id}
          field={{ ...field, free: field.free }}
          value={wanted[field.key] as number | undefined}
          keep={KEEP}
          refusal={refusal}
          onChange={(value) => draft.set({ [field.key]: value })}
        />
      ) : (
        <WithReason fill reason={refusal}>
          <HTMLSelect
            fill
            aria-label={field.label}
            value={wanted[field.key] === null ? USUAL : String(wanted[field.key] ?? '')}
            disabled={refusal !== null}
            options={[
              ...(wanted[field.key] === undefined ? [{ value: '', label: KEEP }] : []),
              ...optionsOf(field, wanted[field.key]),
            ]}
            onChange={({ currentTarget }) => draft.change(field, currentTarget.value)}
          />
        </WithReason>
      )}
      {field.key === 'qualify' && <QualifySource blocks={blocks} wanted={wanted.qualify} />}
      {field.key === 'avoid_own_class' && wanted.avoid_own_class === null && (
        <UsualAvoidance blocks={blocks} />
      )}
    </div>
  )
}

/** The choices, with what is set now where it is none of them. */
function optionsOf(field: SettingsField, value: Patch[SettingsField['key']]) {
  const options = [
    ...(field.usual === undefined ? [] : [{ value: USUAL, label: field.usual }]),
    ...Object.entries(field.options).map(([key, label]) => ({ value: key, label })),
  ]
  const isKnown = value == null || options.some((option) => option.value === String(value))
  return isKnown ? options : [{ value: String(value), label: String(value) }, ...options]
}

/** What the usual avoidance of the own class comes to with those who mark the blocks now. */
function UsualAvoidance({ blocks }: { blocks: readonly Block[] }) {
  const alone = blocks.filter(({ marker_count: count }) => count < 2)
  return (
    <small className={css['settingNote']}>
      {blocks.length === 1
        ? `现有 ${blocks[0]?.marker_count ?? 0} 名教师，${alone.length === 0 ? '回避' : '不回避'}`
        : alone.length === 0
          ? '各题块都多于一名教师，回避'
          : `${alone.map(({ block_name: name }) => name).join('、')}不多于一名教师，不回避${
              alone.length < blocks.length ? '；其余题块回避' : ''
            }`}
    </small>
  )
}

/** Under the choice whether markers qualify first: chosen by somebody, or as usual for such an exam. */
function QualifySource(props: {
  blocks: readonly Block[]
  /** What is chosen in the form; absent while the blocks differ. */
  wanted: number | undefined
}) {
  const sources = new Set(
    props.blocks.map(({ qualify, qualify_source }) =>
      qualify === props.wanted ? qualify_source : 'chosen',
    ),
  )
  return (
    <small className={css['settingNote']}>
      {[...sources].map((source) => QUALIFY_SOURCES[source]).join('；')}
      {sources.has('joint') &&
        '。还没有定标卷时教师无法领取，请先在「标准卷与种子卷」中设置，或改选「否」'}
    </small>
  )
}

const OTHER = 'other'

/** A choice among ready-made numbers, or any other that is typed; what is no number comes as NaN. */
function FreeChoice(props: {
  field: SettingsField & Required<Pick<SettingsField, 'free'>>
  value: number | undefined
  /** What is said while the blocks differ. */
  keep: string
  /** Why it can not be changed; null when it can. */
  refusal: string | null
  onChange: (value: number) => void
}) {
  const { field, value, refusal, onChange } = props
  const isReady = value === undefined || String(value) in field.options
  const [isTyped, setTyped] = useState(!isReady)
  const [text, setText] = useState(isReady ? '' : shownOf(field.free, value))
  const { unit, min, max } = field.free
  return (
    <WithReason fill reason={refusal}>
      <span className={css['free']}>
        <HTMLSelect
          fill={!isTyped}
          aria-label={field.label}
          value={isTyped ? OTHER : String(value ?? '')}
          disabled={refusal !== null}
          options={[
            ...(value === undefined ? [{ value: '', label: props.keep }] : []),
            ...Object.entries(field.options).map(([key, label]) => ({ value: key, label })),
            { value: OTHER, label: '其他…' },
          ]}
          onChange={({ currentTarget }) => {
            const isOther = currentTarget.value === OTHER
            setTyped(isOther)
            setText('')
            if (isOther) onChange(Number.NaN)
            else if (currentTarget.value !== '') onChange(Number(currentTarget.value))
          }}
        />
        {isTyped && (
          <InputGroup
            aria-label={`${field.label}（${unit}）`}
            inputMode={field.free.decimals ? 'decimal' : 'numeric'}
            autoFocus={text === ''}
            value={text}
            disabled={refusal !== null}
            placeholder={`${min}～${max}`}
            rightElement={<Tag minimal>{unit}</Tag>}
            onValueChange={(typed) => {
              setText(typed)
              onChange(typedOf(field.free, typed))
            }}
          />
        )}
      </span>
    </WithReason>
  )
}
