/** The values without the day that is not over, because a line that ends there always seems to fall. */
export function finished(values: readonly number[], partial: boolean | undefined): readonly number[] {
  return partial ? values.slice(0, -1) : values;
}
