// The texts of the page whose contrast is below WCAG AA, as [text, ratio, colours].
(() => {
  const parse = (colour) => {
    const canvas = parse.canvas || (parse.canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true }));
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, bottom) => [0, 1, 2].map((i) => top[i] * top[3] + bottom[i] * (1 - top[3])).concat(1);
  const background = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((bottom, top) => over(top, bottom), parse("Canvas"));
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((v) => {
      v /= 255;
      return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const bad = [];
  let checked = 0;
  const check = (element, style, text) => {
    const under = background(element);
    const ink = parse(element.namespaceURI.endsWith("svg") ? style.fill : style.color);
    ink[3] *= Number(style.opacity);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const value = ratio(over(ink, under), under);
    checked++;
    if (value < (large ? 3 : 4.5)) bad.push([text.trim().slice(0, 40), value.toFixed(2), String(ink), String(under)]);
  };
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility() || ["SCRIPT", "STYLE"].includes(element.tagName)) continue;
    const own = Array.from(element.childNodes).filter((n) => n.nodeType === 3 && n.data.trim());
    if (own.length) check(element, getComputedStyle(element), own[0].data);
    for (const pseudo of ["::before", "::after"]) {
      const style = getComputedStyle(element, pseudo);
      if (!["none", "normal", '""'].includes(style.content)) check(element, style, element.className + pseudo + style.content);
    }
  }
  return { checked, bad };
})();
