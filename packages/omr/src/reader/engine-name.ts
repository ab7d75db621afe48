/** Name and version of the recognition, stored with every reading. */
export const engineName = 'hengjuan-omr/2'
