/** Said where answers on a page are painted over. @source domain rules 6.2 */
export const MASKED_HINT = '斜纹处的作答涉及情绪或安全风险，只对学校管理员显示'
