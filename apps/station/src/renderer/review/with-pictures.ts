import type { ReviewItem, ReviewSheet } from '@hengjuan/scan-review'
import type { StationReviewDetail } from '../../bridge/review-api.ts'

/** Addresses of pictures as this window reaches them, in place of the paths that the core names. */
export const itemWithPictures = (root: string, item: ReviewItem): ReviewItem => ({
  ...item,
  choice: item.choice && { ...item.choice, strip_url: reach(root, item.choice.strip_url) },
})

function sheetWithPictures(root: string, sheet: ReviewSheet): ReviewSheet {
  const { identity } = sheet
  return {
    ...sheet,
    pages: sheet.pages.map((page) => ({ ...page, url: root + page.url })),
    identity: {
      ...identity,
      barcode_url: reach(root, identity.barcode_url),
      bubbles_url: reach(root, identity.bubbles_url),
      name_url: reach(root, identity.name_url),
    },
  }
}

export const detailWithPictures = (
  root: string,
  detail: StationReviewDetail,
): StationReviewDetail => ({
  ...detail,
  item: itemWithPictures(root, detail.item),
  sheet: sheetWithPictures(root, detail.sheet),
  others: detail.others.map((sheet) => sheetWithPictures(root, sheet)),
})

const reach = (root: string, path: string | null): string | null =>
  path === null ? null : root + path
