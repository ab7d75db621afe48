import { readFile } from 'node:fs/promises'
import type { OmrTemplate } from '@hengjuan/domain'
import { TemplateError } from '../template/json-checker.ts'
import { loadTemplate } from '../template/load-template.ts'
import { CommandError, faultOf } from './fault.ts'

/** @throws CommandError naming every problem of the template */
export async function readTemplateFile(path: string): Promise<OmrTemplate> {
  try {
    return loadTemplate(await readFile(path, 'utf8'))
  } catch (error) {
    const text = error instanceof TemplateError ? error.message : faultOf(error)
    throw new CommandError(`模板 ${path}：${text}`)
  }
}
