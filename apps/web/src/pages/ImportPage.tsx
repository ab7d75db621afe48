import { Button } from '@blueprintjs/core'
import type { ImportBatch } from '@hengjuan/contracts'
import { IMPORT_KINDS } from '@hengjuan/domain'
import { filter, NullableSelect, PageHeader, Panel, Split, useServerTable } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ImportBatches,
  ImportDialog,
  KIND_WORDS,
  TemplateButton,
} from '../features/import/index.ts'
import { SlipsDialog, staffSlips, type Slip } from '../features/school/index.ts'
import { useMay } from '../session/session-store.ts'
import css from './import-page.module.css'

const filters = {
  kind: filter.oneOf(['', ...IMPORT_KINDS], ''),
  exam_id: filter.id(),
  /** The dialog that an address opens, for pages that send somebody here to import. */
  open: filter.oneOf(['', 'student', 'staff'], ''),
}
const LIMIT = 20

/** `/MainPage/import`: students and teachers come in by a table; what was imported, and the way back. */
export function ImportPage() {
  const { values, set, reset, isSet, pager, paged } = useServerTable(filters, LIMIT)
  const mayStudents = useMay('student.manage')
  const mayStaff = useMay('staff.manage')
  const cache = useQueryClient()
  const [resumed, setResumed] = useState<ImportBatch | null>(null)
  const [slips, setSlips] = useState<readonly Slip[] | null>(null)
  // Classes, students, exams and figures of the home page: an import changes what many pages show.
  const refresh = () => void cache.invalidateQueries()
  return (
    <>
      <PageHeader
        title="导入名单"
        subtitle="先核对、再导入：表格中的每处变化都先列出来，导入后 30 天内可以撤销"
      />
      {(mayStudents || mayStaff) && (
        <div className={css['kinds']}>
          <Split least={360}>
            {mayStudents && (
              <Panel
                title="学生"
                actions={
                  <>
                    <TemplateButton kind="student" />
                    <Button intent="primary" onClick={() => set({ open: 'student' })}>
                      导入学生
                    </Button>
                  </>
                }
              >
                {KIND_WORDS.student.hint}
              </Panel>
            )}
            {mayStaff && (
              <Panel
                title="教师"
                actions={
                  <>
                    <TemplateButton kind="staff" />
                    <Button intent="primary" onClick={() => set({ open: 'staff' })}>
                      导入教师
                    </Button>
                  </>
                }
              >
                {KIND_WORDS.staff.hint}
              </Panel>
            )}
          </Split>
        </div>
      )}
      <Panel
        flush
        title="导入记录"
        note={values.exam_id !== null && '只列一场考试的'}
        actions={
          <>
            <NullableSelect
              label="类别"
              none="全部类别"
              value={values.kind || null}
              options={IMPORT_KINDS.map((value) => ({ value, label: KIND_WORDS[value].title }))}
              onChange={(kind) => set({ kind: kind ?? '' })}
            />
            {isSet && <Button onClick={reset}>清除筛选</Button>}
          </>
        }
      >
        <ImportBatches
          {...(values.kind === '' ? {} : { kind: values.kind })}
          {...(values.exam_id === null ? {} : { examId: values.exam_id })}
          place={paged}
          onPlace={({ page, limit }) =>
            limit === paged.limit ? pager.onPage(page) : pager.onLimit(limit)
          }
          onResume={setResumed}
          onUndone={refresh}
        />
      </Panel>
      {values.open !== '' && (
        <ImportDialog
          kind={values.open}
          onDone={refresh}
          onAccounts={(accounts) => setSlips(staffSlips(accounts))}
          onClose={() => set({ open: '' })}
        />
      )}
      {resumed && (
        <ImportDialog
          kind={resumed.kind}
          batchId={resumed.batch_id}
          {...(resumed.exam_id === null ? {} : { examId: resumed.exam_id })}
          onDone={refresh}
          onAccounts={(accounts) => setSlips(staffSlips(accounts))}
          onClose={() => setResumed(null)}
        />
      )}
      {slips && <SlipsDialog slips={slips} title="教师账号" onClose={() => setSlips(null)} />}
    </>
  )
}
