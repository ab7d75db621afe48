/** Two scores that lie less apart differ by less than the error of both. @source reports 2.4 (3), R12 */
export const errorOfDifference = (sem: number): number => 1.96 * Math.SQRT2 * sem
