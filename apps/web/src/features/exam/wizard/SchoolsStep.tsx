import { Button, Checkbox, Radio, RadioGroup } from '@blueprintjs/core'
import { holdsText } from '@hengjuan/domain'
import { SearchField } from '@hengjuan/ui'
import { useState } from 'react'
import { schoolsOfGrade } from './draft.ts'
import type { StepProps } from './ExamWizard.tsx'
import css from './wizard.module.css'

/** Schools of a joint exam, by district, and whether they read each other's names. @source platform 5.1, 5.2 */
export function SchoolsStep({ draft, offered, onChange }: StepProps) {
  const [keyword, setKeyword] = useState('')
  const schools = offered.schools ?? []
  const fitting = new Set(schoolsOfGrade(schools, draft.grade_id))
  const chosen = new Set(draft.joint_schools)
  const shown = schools.filter(
    ({ school_id, name }) => fitting.has(school_id) && holdsText(name, keyword),
  )
  const isAll = shown.length > 0 && shown.every(({ school_id }) => chosen.has(school_id))
  const choose = (ids: readonly number[], isIn: boolean) => {
    const next = new Set(chosen)
    for (const id of ids)
      if (isIn) next.add(id)
      else next.delete(id)
    onChange({ joint_schools: [...next] })
  }
  const districts = Map.groupBy(shown, ({ district_name }) => district_name ?? '未登记区县')
  return (
    <>
      <p className={css['hint']}>
        已选 {chosen.size} 所学校；各校在考生名单中导入自己的考生{' '}
        <Button
          size="small"
          variant="minimal"
          onClick={() =>
            choose(
              shown.map(({ school_id }) => school_id),
              !isAll,
            )
          }
        >
          {isAll ? '全不选' : '全选'}
        </Button>
      </p>
      <SearchField value={keyword} onChange={setKeyword} placeholder="搜索学校名称" />
      {shown.length === 0 && <p className={css['hint']}>没有这样的学校。</p>}
      {[...districts].map(([district, own]) => (
        <fieldset key={district} className={css['district']}>
          <legend>
            {district} <small>{own.length} 所</small>
          </legend>
          <div className={css['classes']}>
            {own.map(({ school_id: id, name, students }) => (
              <Checkbox
                key={id}
                checked={chosen.has(id)}
                onChange={({ currentTarget: { checked } }) => choose([id], checked)}
              >
                {name} <small>{students} 人</small>
              </Checkbox>
            ))}
          </div>
        </fieldset>
      ))}
      <RadioGroup
        label="参加学校之间"
        selectedValue={draft.peer_names ?? 'hidden'}
        onChange={({ currentTarget: { value } }) =>
          onChange({ peer_names: value === 'shown' ? 'shown' : 'hidden' })
        }
      >
        <Radio value="hidden">不显示校名（报表中为 A校、B校…，本机构看到全部）</Radio>
        <Radio value="shown">显示校名</Radio>
      </RadioGroup>
    </>
  )
}
