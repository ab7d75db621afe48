import { padPictureAdd, padPictures } from '@hengjuan/contracts'
import { isoNow } from '../../../clock.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { keepPicture } from '../store-picture.ts'
import { findDesign, picturesOf, selectPictures } from './picture.query.ts'

/** Pictures in the texts of questions. */
export function registerPictures(target: ServeApp): void {
  serve(target, padPictureAdd, async ({ found, services, session, file }) => {
    const picture = await keepPicture(services, await file.toBuffer())
    await services.db
      .insertInto('pad_picture')
      .values({
        school_id: found.exam.school_id,
        hash: picture.hash,
        by_id: session.userId,
        at: isoNow(services.clock),
      })
      .onConflict((conflict) => conflict.columns(['school_id', 'hash']).doNothing())
      .execute()
    return { ...picture, url: services.links.sign(picture.hash) }
  })

  serve(target, padPictures, async ({ query, found, services: { db, links } }) => {
    const design = await findDesign(db, { examId: query.exam_id, subjectId: query.subject_id })
    const pictures = await selectPictures(db, found.exam.school_id, picturesOf(design))
    return pictures.map((picture) => ({ ...picture, url: links.sign(picture.hash) }))
  })
}
