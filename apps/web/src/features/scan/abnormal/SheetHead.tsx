import { StatusTag } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import css from './abnormal.module.css'
import type { AbnormalSheet } from './use-abnormal.ts'

/** Whose paper it is, and what is done with the chosen part. */
export const SheetHead = ({ sheet, children }: { sheet: AbnormalSheet; children: ReactNode }) => (
  <div className={css['bar']}>
    <b>
      {sheet.candidate.name} <small>{sheet.candidate.exam_no}</small>
    </b>
    <span className={css['quiet']}>
      {sheet.candidate.class_name}
      {sheet.candidate.attendance === 1 && ' · 缺考'}
    </span>
    {sheet.special !== null && <StatusTag status="warn">特殊：{sheet.special}</StatusTag>}
    <span className={css['grow']} />
    {children}
  </div>
)
