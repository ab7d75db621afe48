const { compare } = new Intl.Collator('zh-CN', { numeric: true })

/** Order of texts in lists: by pinyin, and numbers in them by their size. */
export const byText = compare
