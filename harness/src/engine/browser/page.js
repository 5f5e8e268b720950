// Executes the jobs in the page and leaves the results, as JSON, in its <pre>.
//
// A job page is { link, programs, blobs, draws }: with `link`, every program is linked and the results are
// [null | { stage, log }]; otherwise every draw { at, program, plan } is executed as mesa/execute.rs does it, step by
// step and with the same step names in errors, and the results are [{ targets, depth, captures } | { error }].
// `results` ends early when the context is lost; the caller sees by its length how far this page came. The start, each
// job before it is waited for, and the end are announced on the console, so that the caller knows what never ended.
"use strict";

const LINKS_IN_FLIGHT = 64;

const DEPTH_COPY = {
  vertex: `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
`,
  fragment: `#version 300 es
precision highp float;
uniform highp sampler2D depth;
out vec4 color;
void main() {
  color = vec4(texelFetch(depth, ivec2(gl_FragCoord.xy), 0).x);
}
`,
};

const canvas = document.createElement("canvas");
canvas.width = canvas.height = 1;
const gl = canvas.getContext("webgl2", { antialias: false, depth: false, alpha: false });

// What is made for a draw, as [object, name of the method that deletes it].
let objects = [];
let jobs = null;

// A result that is an error, thrown from wherever it is found.
class Failure {
  constructor(error) {
    this.error = error;
  }
}

function check(at) {
  const code = gl.getError();
  if (code !== gl.NO_ERROR) {
    while (![gl.NO_ERROR, gl.CONTEXT_LOST_WEBGL].includes(gl.getError()));
    throw new Failure({ gl: { at, code } });
  }
}

function make(kind) {
  const object = gl[`create${kind}`]();
  objects.push([object, `delete${kind}`]);
  return object;
}

// --- bytes -----------------------------------------------------------------------------------------------------------

function blob(index) {
  const bytes = jobs.blobs[index];
  if (typeof bytes === "string") {
    jobs.blobs[index] = Uint8Array.fromBase64(bytes);
  }
  return jobs.blobs[index];
}

function base64(view) {
  return new Uint8Array(view.buffer).toBase64();
}

// The view of these bytes that WebGL wants for a texel type; packed types and 32-bit ones share the last one.
function texels(element, bytes) {
  const view = {
    [gl.UNSIGNED_BYTE]: Uint8Array,
    [gl.BYTE]: Int8Array,
    [gl.UNSIGNED_SHORT]: Uint16Array,
    [gl.SHORT]: Int16Array,
    [gl.HALF_FLOAT]: Uint16Array,
    [gl.INT]: Int32Array,
    [gl.FLOAT]: Float32Array,
  }[element] ?? Uint32Array;
  return new view(bytes.buffer);
}

// The words of a uniform or a clear value as the values that they are the bits of.
function values(scalar, words) {
  const bits = new Uint32Array(words);
  return { float: new Float32Array(bits.buffer), int: new Int32Array(bits.buffer), uint: bits }[scalar];
}

// --- programs --------------------------------------------------------------------------------------------------------

// Starts compiling and linking. Nothing waits here, so that the compiler works on several programs at once.
function start(source, capture) {
  const program = gl.createProgram();
  const shaders = ["vertex", "fragment"].map((stage) => {
    const shader = gl.createShader(stage === "vertex" ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER);
    gl.shaderSource(shader, source[stage]);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    return { stage, shader };
  });
  if (capture.length > 0) {
    gl.transformFeedbackVaryings(program, capture, gl.INTERLEAVED_ATTRIBS);
  }
  gl.linkProgram(program);
  return { program, shaders };
}

// Waits for a started program; null, or why it does not link.
function failure({ program, shaders }) {
  let result = null;
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    const broken = shaders.find(({ shader }) => !gl.getShaderParameter(shader, gl.COMPILE_STATUS));
    const log = broken ? gl.getShaderInfoLog(broken.shader) : gl.getProgramInfoLog(program);
    result = { stage: broken?.stage ?? "link", log: (log ?? "").replace(/[\s\0]+$/, "") };
  }
  for (const { shader } of shaders) {
    gl.deleteShader(shader);
  }
  return result;
}

function reflect(program, captured) {
  const list = (count, active, location) =>
    Array.from({ length: gl.getProgramParameter(program, count) }, (_, index) => {
      const { name, type, size } = active.call(gl, program, index);
      return { name, type, size, location: location.call(gl, program, name) };
    });
  const placed = (location) => location !== null && location !== -1;
  const blocks = gl.getProgramParameter(program, gl.ACTIVE_UNIFORM_BLOCKS);
  return {
    program,
    attributes: list(gl.ACTIVE_ATTRIBUTES, gl.getActiveAttrib, gl.getAttribLocation).filter((a) => placed(a.location)),
    uniforms: list(gl.ACTIVE_UNIFORMS, gl.getActiveUniform, gl.getUniformLocation).filter((u) => placed(u.location)),
    blocks: Array.from({ length: blocks }, (_, index) => ({
      name: gl.getActiveUniformBlockName(program, index),
      bytes: gl.getActiveUniformBlockParameter(program, index, gl.UNIFORM_BLOCK_DATA_SIZE),
    })),
    captured: Array.from({ length: captured }, (_, index) => gl.getTransformFeedbackVarying(program, index)),
  };
}

// The programs linked from the source of the draw before, by captured names.
const linked = { source: null, programs: new Map() };

function program(source, capture) {
  if (linked.source !== source) {
    linked.programs.forEach((p) => gl.deleteProgram(p.program));
    linked.programs.clear();
    linked.source = source;
  }
  const key = capture.join();
  if (!linked.programs.has(key)) {
    const started = start(source, capture);
    const error = failure(started);
    if (error !== null) {
      gl.deleteProgram(started.program);
      throw new Failure({ link: error });
    }
    linked.programs.set(key, reflect(started.program, capture.length));
  }
  return linked.programs.get(key);
}

// 32-bit components of a varying's type.
function components(type) {
  const sizes = {
    1: [gl.FLOAT, gl.INT, gl.UNSIGNED_INT],
    2: [gl.FLOAT_VEC2, gl.INT_VEC2, gl.UNSIGNED_INT_VEC2],
    3: [gl.FLOAT_VEC3, gl.INT_VEC3, gl.UNSIGNED_INT_VEC3],
    4: [gl.FLOAT_VEC4, gl.INT_VEC4, gl.UNSIGNED_INT_VEC4, gl.FLOAT_MAT2],
    6: [gl.FLOAT_MAT2x3, gl.FLOAT_MAT3x2],
    8: [gl.FLOAT_MAT2x4, gl.FLOAT_MAT4x2],
    9: [gl.FLOAT_MAT3],
    12: [gl.FLOAT_MAT3x4, gl.FLOAT_MAT4x3],
    16: [gl.FLOAT_MAT4],
  };
  return Number(Object.keys(sizes).find((size) => sizes[size].includes(type)) ?? 0);
}

// --- objects of a draw -----------------------------------------------------------------------------------------------

function buffer(target, data) {
  const object = make("Buffer");
  gl.bindBuffer(target, object);
  gl.bufferData(target, data, gl.STATIC_DRAW);
  return object;
}

function image(plan) {
  const texture = make("Texture");
  gl.bindTexture(plan.target, texture);
  if (plan.depth === null) {
    gl.texStorage2D(plan.target, plan.levels, plan.internal, plan.width, plan.height);
  } else {
    gl.texStorage3D(plan.target, plan.levels, plan.internal, plan.width, plan.height, plan.depth);
  }
  for (const up of plan.uploads) {
    const data = texels(plan.element, blob(up.data));
    if (plan.depth === null) {
      gl.texSubImage2D(up.target, up.level, 0, 0, up.width, up.height, plan.format, plan.element, data);
    } else {
      gl.texSubImage3D(up.target, up.level, 0, 0, 0, up.width, up.height, up.depth, plan.format, plan.element, data);
    }
  }
  return { target: plan.target, texture };
}

function sampler(plan) {
  const object = make("Sampler");
  for (const [name, value] of plan.params) {
    gl.samplerParameteri(object, name, value);
  }
  gl.samplerParameterf(object, gl.TEXTURE_MIN_LOD, plan.lod[0]);
  gl.samplerParameterf(object, gl.TEXTURE_MAX_LOD, plan.lod[1]);
  return { plan, object };
}

function upload(plan) {
  gl.disable(gl.DITHER);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  gl.pixelStorei(gl.PACK_ALIGNMENT, 1);
  gl.bindVertexArray(null);
  const buffers = plan.buffers.map((index) => buffer(gl.ARRAY_BUFFER, blob(index)));
  const indices = plan.call.indices && buffer(gl.ELEMENT_ARRAY_BUFFER, blob(plan.call.indices.data));
  check("buffers");
  const images = plan.images.map(image);
  check("textures");
  const samplers = plan.samplers.map(sampler);
  check("samplers");
  return { buffers, indices, images, samplers };
}

function attach(index, internal, width, height) {
  const object = make("Renderbuffer");
  gl.bindRenderbuffer(gl.RENDERBUFFER, object);
  gl.renderbufferStorage(gl.RENDERBUFFER, internal, width, height);
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + index, gl.RENDERBUFFER, object);
}

function attachDepth(internal, width, height) {
  const object = make("Texture");
  gl.bindTexture(gl.TEXTURE_2D, object);
  gl.texStorage2D(gl.TEXTURE_2D, 1, internal, width, height);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, object, 0);
  return object;
}

// Binds a new framebuffer with these colour formats and perhaps a depth format; returns its depth texture.
function framebuffer(width, height, colors, depth, drawBuffers) {
  gl.bindFramebuffer(gl.FRAMEBUFFER, make("Framebuffer"));
  colors.forEach((internal, index) => attach(index, internal, width, height));
  const texture = depth === null ? null : attachDepth(depth, width, height);
  gl.drawBuffers(drawBuffers ?? colors.map((_, index) => gl.COLOR_ATTACHMENT0 + index));
  const status = gl.checkFramebufferStatus(gl.FRAMEBUFFER);
  check("framebuffer");
  if (status !== gl.FRAMEBUFFER_COMPLETE) {
    throw new Failure({ gl: { at: "framebuffer", code: status } });
  }
  return texture;
}

// --- bindings --------------------------------------------------------------------------------------------------------

function unbound(what, name) {
  return new Failure({ unbound: { what, name } });
}

function mismatch(what, name, message) {
  return new Failure({ mismatch: { what, name, message } });
}

function mistyped(what, name, type) {
  const hex = type.toString(16).padStart(4, "0");
  return mismatch(what, name, `the program declares it with GL type 0x${hex}`);
}

function bindAttribute(active, plan, uploaded) {
  const found = plan.attributes.find((a) => a.name === active.name);
  if (!found) {
    throw unbound("attribute", active.name);
  }
  if (!found.types.includes(active.type)) {
    throw mistyped("attribute", active.name, active.type);
  }
  const { components, scalar, normalized, stride, offset } = found;
  gl.bindBuffer(gl.ARRAY_BUFFER, uploaded.buffers[found.buffer]);
  gl.enableVertexAttribArray(active.location);
  gl.vertexAttribDivisor(active.location, found.divisor);
  if (found.integer) {
    gl.vertexAttribIPointer(active.location, components, scalar, stride, offset);
  } else {
    gl.vertexAttribPointer(active.location, components, scalar, normalized, stride, offset);
  }
}

function setUniform(active, plan) {
  if (!plan.types.includes(active.type)) {
    throw mistyped("uniform", plan.name, active.type);
  }
  const elements = plan.words.length / plan.components;
  if (elements < active.size) {
    throw mismatch("uniform", plan.name, `${active.size} elements are active, ${elements} are bound`);
  }
  const suffix = { float: "fv", int: "iv", uint: "uiv" }[plan.scalar];
  const words = plan.words.slice(0, active.size * plan.components);
  gl[`uniform${plan.components}${suffix}`](active.location, values(plan.scalar, words));
}

function isSampler(type) {
  return [
    gl.SAMPLER_2D, gl.SAMPLER_3D, gl.SAMPLER_CUBE, gl.SAMPLER_2D_SHADOW, gl.SAMPLER_2D_ARRAY,
    gl.SAMPLER_2D_ARRAY_SHADOW, gl.SAMPLER_CUBE_SHADOW, gl.INT_SAMPLER_2D, gl.INT_SAMPLER_3D, gl.INT_SAMPLER_CUBE,
    gl.INT_SAMPLER_2D_ARRAY, gl.UNSIGNED_INT_SAMPLER_2D, gl.UNSIGNED_INT_SAMPLER_3D, gl.UNSIGNED_INT_SAMPLER_CUBE,
    gl.UNSIGNED_INT_SAMPLER_2D_ARRAY,
  ].includes(type);
}

// Binds each element of an active sampler from texture unit `unit` on; returns the next free unit.
function bindSamplers(linked, active, uploaded, unit) {
  const isArray = active.name.endsWith("[0]");
  for (let element = 0; element < active.size; element += 1, unit += 1) {
    const name = isArray ? `${active.name.slice(0, -3)}[${element}]` : active.name;
    const found = uploaded.samplers.find((s) => s.plan.name === name);
    if (!found) {
      throw unbound(isSampler(active.type) ? "sampler" : "uniform", name);
    }
    if (found.plan.kind !== active.type) {
      throw mistyped("sampler", name, active.type);
    }
    const { target, texture } = uploaded.images[found.plan.image];
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(target, texture);
    gl.bindSampler(unit, found.object);
    gl.uniform1i(gl.getUniformLocation(linked.program, name), unit);
  }
  return unit;
}

function bindBlock(linked, active, slot, plan) {
  const found = plan.blocks.find((b) => b.name === active.name);
  if (!found) {
    throw unbound("uniform block", active.name);
  }
  const bound = blob(found.data);
  const data = new Uint8Array(Math.max(bound.length, active.bytes));
  data.set(bound);
  gl.bindBufferBase(gl.UNIFORM_BUFFER, slot, buffer(gl.UNIFORM_BUFFER, data));
  gl.uniformBlockBinding(linked.program, slot, slot);
}

function bind(linked, plan, uploaded) {
  gl.useProgram(linked.program);
  gl.bindVertexArray(make("VertexArray"));
  linked.attributes.forEach((active) => bindAttribute(active, plan, uploaded));
  check("attributes");
  let unit = 0;
  for (const active of linked.uniforms) {
    const name = active.name.replace(/\[0\]$/, "");
    const found = plan.uniforms.find((u) => u.name === name);
    if (found) {
      setUniform(active, found);
    } else {
      unit = bindSamplers(linked, active, uploaded, unit);
    }
  }
  check("uniforms");
  linked.blocks.forEach((active, slot) => bindBlock(linked, active, slot, plan));
  check("uniform blocks");
}

// --- passes ----------------------------------------------------------------------------------------------------------

function readPixels(width, height, format, type, bytes) {
  const pixels = texels(type, new Uint8Array(bytes));
  gl.readPixels(0, 0, width, height, format, type, pixels);
  check("read back");
  return base64(pixels);
}

function prepare(plan) {
  gl.depthMask(true);
  plan.targets.forEach((target, index) => {
    const suffix = { float: "fv", int: "iv", uint: "uiv" }[target.scalar];
    gl[`clearBuffer${suffix}`](gl.COLOR, index, values(target.scalar, target.clear));
  });
  gl.disable(gl.DEPTH_TEST);
  if (plan.depth !== null) {
    gl.clearBufferfv(gl.DEPTH, 0, [plan.depth.clear]);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(plan.depth.func);
    gl.depthMask(plan.depth.write);
  }
  gl.viewport(...plan.viewport);
  gl.depthRange(...plan.depth_range);
  gl.frontFace(plan.front_face);
  gl.disable(gl.CULL_FACE);
  if (plan.cull !== null) {
    gl.enable(gl.CULL_FACE);
    gl.cullFace(plan.cull);
  }
  gl.drawBuffers(plan.draw_buffers);
  check("raster state");
}

function raster(plan, uploaded) {
  const { call } = plan;
  const { width, height, targets } = plan.framebuffer;
  prepare(plan.framebuffer);
  if (call.indices === null) {
    gl.drawArraysInstanced(call.mode, call.first, call.count, call.instances);
  } else {
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, uploaded.indices);
    gl.drawElementsInstanced(call.mode, call.count, call.indices.scalar, call.first, call.instances);
  }
  check("draw");
  return targets.map((target, index) => {
    gl.readBuffer(gl.COLOR_ATTACHMENT0 + index);
    return readPixels(width, height, target.read_format, target.read_type, target.read_bytes);
  });
}

let depthCopy = null;

function readDepth({ width, height, depth }, texture) {
  if (depthCopy === null) {
    const started = start(DEPTH_COPY, []);
    if (failure(started) !== null) {
      throw new Failure({ gl: { at: "depth copy", code: 0 } });
    }
    depthCopy = started.program;
  }
  framebuffer(width, height, [gl.RGBA32F], null);
  gl.useProgram(depthCopy);
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.bindSampler(0, null);
  gl.uniform1i(gl.getUniformLocation(depthCopy, "depth"), 0);
  gl.disable(gl.DEPTH_TEST);
  gl.disable(gl.CULL_FACE);
  gl.viewport(0, 0, width, height);
  gl.bindVertexArray(null);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  check("depth copy");
  return readPixels(width, height, gl.RGBA, gl.FLOAT, depth.read_bytes);
}

function capture({ call }, pass) {
  gl.enable(gl.RASTERIZER_DISCARD);
  gl.beginTransformFeedback(gl.POINTS);
  gl.drawArraysInstanced(gl.POINTS, call.first, call.count, call.instances);
  gl.endTransformFeedback();
  gl.disable(gl.RASTERIZER_DISCARD);
  check("capture");
  const bytes = new Uint8Array(pass.bytes);
  gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, bytes);
  check("read back");
  return base64(bytes);
}

function draw(source, plan) {
  const uploaded = upload(plan);
  const result = { targets: [], depth: null, captures: [] };
  if (plan.framebuffer !== null) {
    const linked = program(source, []);
    const { width, height, targets, depth } = plan.framebuffer;
    const texture = framebuffer(width, height, targets.map((t) => t.internal), depth?.internal ?? null);
    bind(linked, plan, uploaded);
    result.targets = raster(plan, uploaded);
    if (depth !== null) {
      result.depth = readDepth(plan.framebuffer, texture);
    }
  }
  for (const pass of plan.captures) {
    const linked = program(source, pass.names);
    linked.captured.forEach(({ name, type, size }, index) => {
      const [active, wanted] = [components(type) * size, pass.components[index]];
      if (active !== wanted) {
        const message = `the program declares ${active} components, ${wanted} were to be captured`;
        throw mismatch("varying", name, message);
      }
    });
    framebuffer(1, 1, [gl.RGBA8], null, [gl.NONE]);
    const captured = make("Buffer");
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, captured);
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, pass.bytes, gl.STREAM_READ);
    bind(linked, plan, uploaded);
    result.captures.push(capture(plan, pass));
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
  }
  return result;
}

// --- the jobs --------------------------------------------------------------------------------------------------------

// Whether the context still works: a lost one reads zeros.
function alive() {
  const pixel = new Uint8Array(4);
  try {
    framebuffer(1, 1, [gl.RGBA8], null);
    gl.clearBufferfv(gl.COLOR, 0, [1, 1, 1, 1]);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
  }
  return pixel[0] === 255;
}

function announce(what) {
  console.log(`dxbc-cross at ${what};`);
}

function clean() {
  objects.forEach(([object, remove]) => gl[remove](object));
  objects = [];
}

function linkAll(results) {
  for (let from = 0; from < jobs.programs.length; from += LINKS_IN_FLIGHT) {
    const started = jobs.programs.slice(from, from + LINKS_IN_FLIGHT).map((source) => start(source, []));
    const failures = started.map((program, index) => {
      announce(from + index);
      return failure(program);
    });
    started.forEach(({ program }) => gl.deleteProgram(program));
    if (!alive()) {
      return;
    }
    clean();
    results.push(...failures);
  }
}

function drawAll(results) {
  for (const { at, program, plan } of jobs.draws) {
    announce(at);
    while (![gl.NO_ERROR, gl.CONTEXT_LOST_WEBGL].includes(gl.getError()));
    let result = null;
    try {
      result = draw(jobs.programs[program], plan);
    } catch (error) {
      result = { error: error instanceof Failure ? error.error : { crash: { message: `${error}` } } };
    }
    if (!alive()) {
      return;
    }
    clean();
    results.push(result);
  }
}

function run() {
  announce("start");
  if (gl === null) {
    return { absent: "no WebGL2 context" };
  }
  const missing = ["EXT_color_buffer_float", "OES_texture_float_linear"].find((name) => !gl.getExtension(name));
  if (missing) {
    return { absent: `no ${missing}` };
  }
  const debug = gl.getExtension("WEBGL_debug_renderer_info");
  const renderer = gl.getParameter(debug ? debug.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  const results = [];
  jobs = JSON.parse(document.getElementById("jobs").textContent);
  (jobs.link ? linkAll : drawAll)(results);
  announce("end");
  return { description: `${gl.getParameter(gl.VERSION)}, ${renderer}`, results };
}

function report() {
  try {
    return run();
  } catch (error) {
    return { fault: `${error}\n${error.stack}` };
  }
}

// Characters that HTML would write in another way are escaped, so that the <pre> is JSON as it stands.
document.getElementById("results").textContent = JSON.stringify(report()).replace(
  /[<>&\u0080-\uffff]/g,
  (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
);
