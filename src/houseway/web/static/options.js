// What a form of options says, without what is as by default.

export function readOptions(form) {
  const config = {};
  for (const field of form.elements) {
    if (field.dataset.key && field.value) {
      config[field.name] ??= {};
      config[field.name][field.dataset.key] = field.type === "number" ? Number(field.value) : field.value;
    }
    if (field.dataset.prize && field.value.trim()) {
      config[field.name] ??= { table: {}, ...readParts(form, field.name) };
      config[field.name].table[field.dataset.prize] = readPrize(field.value.trim());
    }
    if (field.dataset.default === undefined) continue;
    const value = field.type === "checkbox" ? field.checked : field.value;
    if (String(value) === field.dataset.default) continue;
    config[field.name] = field.type === "number" ? Number(value) : coerce(value);
  }
  return config;
}

// A meter is offered with its first prize; what else belongs to it then goes with it.
function readParts(form, name) {
  const parts = {};
  for (const field of form.elements) {
    if (field.name !== name || !field.dataset.piece) continue;
    const number = field.type === "number" ? Number(field.value) : field.value;
    parts[field.dataset.piece] = field.type === "checkbox" ? field.checked : number;
  }
  return parts;
}

// "10 %" is a share of the meter, "5000" so many cents; the house refuses anything else.
function readPrize(text) {
  const share = /^(\d+)\s*%$/.exec(text);
  return share ? { meter_percent: Number(share[1]) } : { cents: coerce(text) };
}

function coerce(value) {
  return /^-?\d+$/.test(value) ? Number(value) : value;
}
