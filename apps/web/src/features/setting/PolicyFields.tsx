import { Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core'
import {
  naturalProfile,
  needsReason,
  POLICY_PROFILES,
  policyOf,
  type PolicySetting,
  STUDENT_ITEM_CODES,
  STUDENT_ITEMS,
  type StudentItem,
  usualItems,
} from '@hengjuan/domain'
import css from './setting.module.css'

/** By which stage's rules results are shown, and what students see of them. */
export function PolicyFields(props: {
  value: PolicySetting
  /** Null where the setting holds for several grades. */
  gradeId: number | null
  isDisabled: boolean
  onChange: (value: PolicySetting) => void
}) {
  const { value, isDisabled, gradeId, onChange } = props
  // For a whole school the boxes show how grades 10 to 12 are shown; what is left alone follows each grade.
  const profile = value.profile === 'stage' ? naturalProfile(gradeId ?? 10) : value.profile
  const usual = usualItems(profile)
  const isShown = (item: StudentItem) => value.items[item] ?? usual.includes(item)
  const toggle = (item: StudentItem) => {
    const { [item]: _now, ...items } = value.items
    const next = !isShown(item)
    onChange({
      ...value,
      items: next === usual.includes(item) ? items : { ...items, [item]: next },
    })
  }
  return (
    <>
      <div className={css['fields']}>
        <HTMLSelect
          aria-label="学段口径"
          disabled={isDisabled}
          value={value.profile}
          onChange={({ currentTarget }) =>
            onChange({
              ...value,
              profile: currentTarget.value as PolicySetting['profile'],
              items: {},
            })
          }
        >
          <option value="stage">
            按学段{gradeId === null ? '' : `（${POLICY_PROFILES[naturalProfile(gradeId)]}）`}
          </option>
          <option value="compulsory">义务教育：等级与对错</option>
          <option value="senior">普通高中：分数与比较</option>
        </HTMLSelect>
        {STUDENT_ITEM_CODES.map((item) => (
          <Checkbox
            key={item}
            checked={isShown(item)}
            disabled={isDisabled}
            label={STUDENT_ITEMS[item]}
            style={{ margin: 0 }}
            onChange={() => toggle(item)}
          />
        ))}
      </div>
      <InputGroup
        className={css['wide'] ?? ''}
        value={value.reason}
        disabled={isDisabled}
        maxLength={200}
        placeholder="超出学段规定的理由：一至九年级显示分数、均分等须填写，会印在报表和成绩页上"
        aria-label="超出学段规定的理由"
        onValueChange={(reason) => onChange({ ...value, reason })}
      />
    </>
  )
}

/** Why it cannot be saved; null when it can. */
export const policyProblem = (value: PolicySetting, gradeId: number | null): string | null =>
  gradeId !== null && value.reason.trim() === '' && needsReason(gradeId, value)
    ? '显示的内容超出本学段的规定，请写明理由'
    : null

/** A version of the setting in one line. */
export function policyWords(value: unknown): string {
  const { profile, items, reason } = value as PolicySetting
  const changed = STUDENT_ITEM_CODES.filter((item) => items[item] !== undefined).map(
    (item) =>
      `${items[item] === true ? '显示' : '不显示'}${STUDENT_ITEMS[item].replace(/（.*/, '')}`,
  )
  return [
    profile === 'stage' ? '按学段' : `按${POLICY_PROFILES[profile]}`,
    ...changed,
    ...(reason === '' ? [] : [`理由：${reason}`]),
  ].join('，')
}

/** What students of a grade see by it. */
export const shownWords = (gradeId: number, value: PolicySetting): string =>
  policyOf(gradeId, value)
    .shows.map((item) => STUDENT_ITEMS[item].replace(/（.*/, ''))
    .join('、') || '无'
