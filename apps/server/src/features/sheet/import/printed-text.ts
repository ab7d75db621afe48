import type { Tables } from '@hengjuan/db'
import type { TemplatePage } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import type { Services } from '../../../services.ts'
import type { SheetImport } from './import.query.ts'
import { runJob } from './run-job.ts'

/** Candidates write beside the printed questions. @source specification, answer-sheet types */
const ORIGINAL_PAPER = 7

/**
 * Of an original paper, the areas with what is printed in them, so that printed questions do not count as an
 * answer when blank answers are looked for. Areas of other sheets are printed empty and stay as they are.
 *
 * @source domain rules 6.1
 */
export async function withPrint(
  { images }: Pick<Services, 'images'>,
  sheet: Pick<Selectable<Tables['answer_sheet']>, 'type'>,
  found: Pick<SheetImport, 'pages'>,
  pages: readonly TemplatePage[],
): Promise<TemplatePage[]> {
  if (sheet.type !== ORIGINAL_PAPER) return [...pages]
  const done: TemplatePage[] = []
  for (const page of pages) {
    const picture = found.pages[page.page - 1]
    const answers = page.regions.filter(({ purpose }) => purpose === 'block')
    const printed =
      picture && answers.length > 0
        ? await runJob<'print'>({
            kind: 'print',
            picture: Uint8Array.from(await images.readBytes(picture.view.hash)),
            pxPerMm: picture.pxPerMm,
            regions: answers,
          })
        : []
    const regions = page.regions.map((region) => {
      const own = printed[answers.indexOf(region)]
      return own ? { ...region, printed: own } : region
    })
    done.push({ ...page, regions })
  }
  return done
}
