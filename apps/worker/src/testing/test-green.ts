import type { Page } from "playwright";

/** How many clearly green points each picture (PNG in base64) has: pages of tests show in green what must be covered. */
export function greenPoints(page: Page, pictures: string[]): Promise<number[]> {
  return page.evaluate(async (all) => {
    const counts: number[] = [];
    for (const data of all) {
      const bytes = Uint8Array.fromBase64(data);
      const image = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const { data: points } = context.getImageData(0, 0, image.width, image.height);
      let green = 0;
      for (let n = 0; n < points.length; n += 4)
        if ((points[n + 1] ?? 0) > 150 && (points[n] ?? 0) < 100 && (points[n + 2] ?? 0) < 100) green += 1;
      counts.push(green);
    }
    return counts;
  }, pictures);
}
